"""A frame drawn without thinking: fill, render every text anew, flip."""

import time

import pygame


def measure(size: tuple[int, int], texts: list[tuple[str, str, int]], frames: int) -> list[int]:
    """Nanoseconds of each frame; `texts` are (text, font file, pixel size)."""
    pygame.display.init()
    pygame.font.init()
    window = pygame.display.set_mode(size)
    fonts = {key: pygame.font.Font(*key) for key in {(face, height) for _, face, height in texts}}
    took = []
    for _ in range(frames):
        began = time.perf_counter_ns()
        window.fill((18, 52, 42))
        for place, (text, face, height) in enumerate(texts):
            drawn = fonts[face, height].render(text, True, (246, 239, 223))
            window.blit(drawn, (place * 37 % size[0], place * 61 % size[1]))
        pygame.display.flip()
        took.append(time.perf_counter_ns() - began)
    return took
