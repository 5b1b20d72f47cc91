"""A thousand lines on which one process writes the same bytes: how long until all have them."""

import asyncio
import time


async def _measure(count, data):
    told = asyncio.Event()

    async def serve(_reader, writer):
        await told.wait()
        writer.write(data)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=count)
    port = server.sockets[0].getsockname()[1]
    lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(count)]
    began = time.perf_counter_ns()
    told.set()
    await asyncio.gather(*(reader.readexactly(len(data)) for reader, _ in lines))
    took = time.perf_counter_ns() - began
    for _, writer in lines:
        writer.close()
    server.close()
    return took


def measure(count, size):
    """Nanoseconds from the word until the last of `count` connections has `size` bytes."""
    return asyncio.run(_measure(count, b"x" * size))
