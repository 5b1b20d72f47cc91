"""Who a table is, for people and in signed words; the same at the table and at the league. Pure.

A table is its Ed25519 key. Nobody compares 64 digits, so both screens show four words made from
them: who sees the same four is sure that the key came from this table and from no other. Words are
names here, the same in every language.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

WORDS_OF_A_KEY: Final = 4
SERVICE: Final = "_tableside._tcp.local."
"""The name under which leagues are found on a network."""
_WORDS: Final = """
    acorn actor album alley amber anchor angel ankle apple apron arrow atlas autumn bacon
    badge bagel baker balcony bamboo banana banjo barrel basket beach beaver bishop blanket
    blossom bonfire bottle boulder bracelet branch bridge broom bubble bucket buffalo butter
    button cabin cactus camel camera candle canyon captain carpet carrot castle cello cement
    cherry chimney cinema circus clover cobra coconut comet compass copper coral cotton
    cousin cradle crater cricket crocus crown crystal cuckoo cushion daisy dancer desert
    diamond diary dinner doctor dolphin donkey dragon drummer eagle easel elbow emerald
    engine falcon farmer feather fiddle finger flamingo flower forest fossil fountain galaxy
    garden garlic geyser giant ginger giraffe glacier goblet goose granite grape guitar
    hammer harbour harvest hazel hedgehog helmet hermit heron honey hotel iceberg igloo
    island ivory jacket jaguar jelly jigsaw jockey jungle kayak kettle kitchen kitten ladder
    lagoon lantern lemon leopard library lily lizard lobster magnet mango maple marble
    market meadow melon mirror monkey monsoon mosaic mountain museum mustard nectar needle
    nettle novel nugget oasis octopus olive onion opera orange orchard orchid oyster paddle
    palace panda papaya parrot peacock peanut pebble pelican pencil penguin pepper piano
    pickle pigeon pillow pirate planet plum pocket pony poplar potato prairie puzzle pyramid
    quartz rabbit radish raisin ribbon river robin rocket saddle salmon sandal scarf shadow
    shovel silver sparrow spider spinach squirrel statue summer swallow syrup tailor temple
    thimble thunder ticket tiger timber tomato tractor trumpet tulip tunnel turnip turtle
    umbrella valley vanilla velvet violin volcano waffle wagon walnut walrus weasel whistle
    willow window winter wizard yogurt zebra zigzag zipper
    """


def key_words(key: str) -> str:
    """The four words of a public key (hex): one in four thousand million keys has the same."""
    digest = sha256(f"tableside key words 1\n{key}".encode()).digest()
    words = _WORDS.split()
    return " ".join(words[byte] for byte in digest[:WORDS_OF_A_KEY])


def enrol_message(code: str, key: str) -> bytes:
    """What a table signs when it redeems a code: it has the key, and does not only know it."""
    return f"tableside enrol 1\n{code.strip().upper()}\n{key}".encode()


def receipt_message(game: str, record: str) -> bytes:
    """What a league signs when it has stored the record with this sha256 (hex)."""
    return f"tableside receipt 1\n{game}\n{record}".encode()


def here_message(nonce: str, at: str) -> bytes:
    """What a league signs to show a table that it, and not another one, is at this address."""
    return f"tableside here 1\n{nonce}\n{at}".encode()
