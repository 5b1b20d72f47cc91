"""Import and open pygame and gpiozero bare (window, mixer, ten inputs, eleven outputs), say so."""

import sys

import pygame
from gpiozero import DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory


def main() -> None:
    """Open everything, say `ready`, wait for the end of stdin."""
    pygame.display.init()
    pygame.font.init()
    pygame.mixer.init()
    pygame.display.set_mode((1280, 720))
    factory = MockFactory()
    held: list[object] = [
        DigitalInputDevice(pin, pull_up=True, pin_factory=factory) for pin in range(2, 12)
    ]
    held += [DigitalOutputDevice(pin, pin_factory=factory) for pin in range(12, 23)]
    print("ready", flush=True)
    sys.stdin.read()
    del held


if __name__ == "__main__":
    main()
