/* Two GPIO chips in user space, for tests: preload it, and /dev/gpiochip0 and 1 are a Raspberry
 * Pi's header and an MCP23017 as far as this process can see. It answers the character device's
 * second interface as lgpio uses it. The fake_* functions are the hand that presses and the eye
 * that looks; FAKE_GPIO_TRACE names a file that gets a line for each claim, write and release. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define CHIPS 2
#define LINES 64
#define FILES 1024

struct line {
    int claimed, output, level, pull_up, edges, broken;
    int events; /* our end of the claimed line's file */
    char holder[32];
};

static struct line lines[CHIPS][LINES];
static const char *labels[CHIPS] = {"pinctrl-bcm2711", "mcp23017"};
static const unsigned counts[CHIPS] = {54, 16};
static struct { int chip, line, is_chip, is_line; } files[FILES];
static FILE *trace;

static void tell(const char *what, int chip, int line, int level, int pull_up)
{
    if (trace == NULL && getenv("FAKE_GPIO_TRACE") != NULL)
        trace = fopen(getenv("FAKE_GPIO_TRACE"), "a");
    if (trace != NULL) {
        fprintf(trace, "%s %d %d %d %d\n", what, chip, line, level, pull_up);
        fflush(trace);
    }
}

static int chip_named(const char *path)
{
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    if (strncmp(base, "gpiochip", 8) || base[8] < '0' || base[8] >= '0' + CHIPS || base[9])
        return -1;
    return base[8] - '0';
}

static int open_any(const char *real, const char *path, int flags, int mode)
{
    int (*open_real)(const char *, int, ...) = dlsym(RTLD_NEXT, real);
    int chip = chip_named(path);
    int fd;
    if (chip < 0)
        return open_real(path, flags, mode);
    fd = open_real("/dev/null", O_RDWR | O_CLOEXEC);
    if (fd >= 0 && fd < FILES) {
        files[fd].is_chip = 1;
        files[fd].chip = chip;
    }
    return fd;
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return open_any("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return open_any("open64", path, flags, mode);
}

int close(int fd)
{
    int (*close_real)(int) = dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd < FILES) {
        if (files[fd].is_line) {
            struct line *line = &lines[files[fd].chip][files[fd].line];
            tell("free", files[fd].chip, files[fd].line, line->level, line->pull_up);
            line->claimed = 0;
            line->edges = 0;
            close_real(line->events);
        }
        memset(&files[fd], 0, sizeof files[fd]);
    }
    return close_real(fd);
}

static int claim(int chip, struct gpio_v2_line_request *request)
{
    int offset = request->offsets[0], ends[2];
    struct line *line = &lines[chip][offset];
    uint64_t flags = request->config.flags;
    if (line->claimed || line->holder[0]) {
        errno = EBUSY;
        return -1;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return -1;
    line->claimed = 1;
    line->events = ends[1];
    line->output = !!(flags & GPIO_V2_LINE_FLAG_OUTPUT);
    line->pull_up = !!(flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
    line->edges = !!(flags & GPIO_V2_LINE_FLAG_EDGE_FALLING);
    if (line->output)
        line->level = request->config.num_attrs && (request->config.attrs[0].attr.values & 1);
    files[ends[0]].is_line = 1;
    files[ends[0]].chip = chip;
    files[ends[0]].line = offset;
    request->fd = ends[0];
    tell(line->output ? "output" : line->edges ? "edges" : "input", chip, offset, line->level,
         line->pull_up);
    return 0;
}

static int describe(int chip, struct gpio_v2_line_info *info)
{
    struct line *line = &lines[chip][info->offset];
    memset(info->name, 0, sizeof info->name);
    memset(info->consumer, 0, sizeof info->consumer);
    strcpy(info->consumer, line->claimed ? "lg" : line->holder);
    info->flags = line->output ? GPIO_V2_LINE_FLAG_OUTPUT : GPIO_V2_LINE_FLAG_INPUT;
    if (line->claimed || line->holder[0])
        info->flags |= GPIO_V2_LINE_FLAG_USED;
    if (line->pull_up)
        info->flags |= GPIO_V2_LINE_FLAG_BIAS_PULL_UP;
    return 0;
}

static int ask_chip(int chip, unsigned request, void *value)
{
    if (request == GPIO_GET_CHIPINFO_IOCTL) {
        struct gpiochip_info *info = value;
        memset(info, 0, sizeof *info);
        sprintf(info->name, "gpiochip%d", chip);
        strcpy(info->label, labels[chip]);
        info->lines = counts[chip];
        return 0;
    }
    if (request == GPIO_V2_GET_LINEINFO_IOCTL)
        return describe(chip, value);
    if (request == GPIO_V2_GET_LINE_IOCTL)
        return claim(chip, value);
    errno = EINVAL;
    return -1;
}

static int ask_line(int chip, int offset, unsigned request, struct gpio_v2_line_values *values)
{
    struct line *line = &lines[chip][offset];
    if (line->broken) {
        errno = EREMOTEIO;
        return -1;
    }
    if (request == GPIO_V2_LINE_GET_VALUES_IOCTL) {
        values->bits = line->level;
        return 0;
    }
    if (request == GPIO_V2_LINE_SET_VALUES_IOCTL) {
        if (line->level != (int)(values->bits & 1)) {
            line->level = values->bits & 1;
            tell("write", chip, offset, line->level, line->pull_up);
        }
        return 0;
    }
    errno = EINVAL;
    return -1;
}

int ioctl(int fd, unsigned long request, ...)
{
    int (*ioctl_real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *value = va_arg(rest, void *);
    va_end(rest);
    if (fd >= 0 && fd < FILES && files[fd].is_chip)
        return ask_chip(files[fd].chip, (unsigned)request, value);
    if (fd >= 0 && fd < FILES && files[fd].is_line)
        return ask_line(files[fd].chip, files[fd].line, (unsigned)request, value);
    return ioctl_real(fd, request, value);
}

void fake_rest(int chip, int offset, int level) { lines[chip][offset].level = level; }
int fake_level(int chip, int offset) { return lines[chip][offset].level; }
void fake_break(int chip, int offset) { lines[chip][offset].broken = 1; }

void fake_hold(int chip, int offset, const char *holder)
{
    strncpy(lines[chip][offset].holder, holder, 31);
}

int fake_claimed(void)
{
    int count = 0;
    for (int chip = 0; chip < CHIPS; chip++)
        for (int offset = 0; offset < LINES; offset++)
            count += lines[chip][offset].claimed;
    return count;
}

/* The line changes level; who watches it gets an edge with the kernel's stamp, returned (or 0). */
uint64_t fake_edge(int chip, int offset, int level)
{
    ssize_t (*write_real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    struct line *line = &lines[chip][offset];
    struct gpio_v2_line_event event;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    line->level = level;
    if (!line->edges)
        return 0;
    memset(&event, 0, sizeof event);
    event.timestamp_ns = now.tv_sec * 1000000000ull + now.tv_nsec;
    event.id = level ? GPIO_V2_LINE_EVENT_RISING_EDGE : GPIO_V2_LINE_EVENT_FALLING_EDGE;
    event.offset = offset;
    if (write_real(line->events, &event, sizeof event) != sizeof event)
        return 0;
    return event.timestamp_ns;
}
