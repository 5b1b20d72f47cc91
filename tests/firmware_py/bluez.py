"""A stand-in for the Bluetooth service: its objects on a bus of our own, worked by lines on stdin.

    add ADDRESS godice|pixels    a die comes into reach
    say ADDRESS HEX              it sends a message, if somebody listens
    drop ADDRESS                 its connection breaks
    gone ADDRESS                 it is out of reach

Prints `ready` when it can be found, and answers every line: `done`, or `deaf` if nobody listens.
On the other side is bleak as it is, on its own way to the real service.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.constants import BusType

ADAPTER = "/org/bluez/hci0"
SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY = {"godice": "6e400003-b5a3-f393-e0a9-e50e24dcca9e", "pixels": SERVICE}

GATT = "/service000b"
CHARACTERISTIC = f"{GATT}/char000c"

Interfaces = dict[str, dict[str, Variant]]


def adapter() -> Interfaces:
    return {
        "org.bluez.Adapter1": {
            "Address": Variant("s", "00:00:00:00:00:01"),
            "Powered": Variant("b", True),
            "Discovering": Variant("b", False),
            "Roles": Variant("as", ["central"]),
        }
    }


def die(path: str, address: str, kind: str) -> dict[str, Interfaces]:
    """A die with its service and the characteristic that notifies."""
    off = Variant("b", False)
    device = {
        "Adapter": Variant("o", ADAPTER),
        "Address": Variant("s", address),
        "AddressType": Variant("s", "random"),
        "Name": Variant("s", f"a {kind} die"),
        "Alias": Variant("s", f"a {kind} die"),
        "UUIDs": Variant("as", [SERVICE]),
        "RSSI": Variant("n", -60),
        **dict.fromkeys(("Connected", "ServicesResolved", "Paired", "Trusted", "Blocked"), off),
    }
    service = {
        "UUID": Variant("s", SERVICE),
        "Device": Variant("o", path),
        "Primary": Variant("b", True),
    }
    characteristic = {
        "UUID": Variant("s", NOTIFY[kind]),
        "Service": Variant("o", f"{path}{GATT}"),
        "Value": Variant("ay", b""),
        "Notifying": off,
        "Flags": Variant("as", ["notify"]),
        "MTU": Variant("q", 23),
    }
    return {
        path: {"org.bluez.Device1": device},
        f"{path}{GATT}": {"org.bluez.GattService1": service},
        f"{path}{CHARACTERISTIC}": {"org.bluez.GattCharacteristic1": characteristic},
    }


class BlueZ:
    def __init__(self, bus: MessageBus) -> None:
        self.bus = bus
        self.objects: dict[str, Interfaces] = {ADAPTER: adapter()}
        bus.add_message_handler(self.answer)

    def answer(self, message: Message) -> Message | bool:
        """A call of whoever uses the service."""
        if message.message_type is not MessageType.METHOD_CALL:
            return False
        path, member = message.path, message.member
        if member == "GetManagedObjects":
            return Message.new_method_return(message, "a{oa{sa{sv}}}", [self.objects])
        if member in ("Connect", "Disconnect"):
            self.connect(path, member == "Connect")
        elif member in ("StartNotify", "StopNotify"):
            self.changed(path, Notifying=Variant("b", member == "StartNotify"))
        elif member in ("StartDiscovery", "StopDiscovery"):
            self.changed(path, Discovering=Variant("b", member == "StartDiscovery"))
        elif member != "SetDiscoveryFilter":
            return False
        return Message.new_method_return(message)

    def work(self, verb: str, address: str, rest: list[str]) -> bool:
        """A line on stdin."""
        path = f"{ADAPTER}/dev_{address.replace(':', '_')}"
        if verb == "add":
            for one, interfaces in die(path, address, rest[0]).items():
                self.objects[one] = interfaces
                self.signal("/", "ObjectManager", "InterfacesAdded", "oa{sa{sv}}", one, interfaces)
            return True
        if verb == "say":
            listens = self.objects[f"{path}{CHARACTERISTIC}"]["org.bluez.GattCharacteristic1"][
                "Notifying"
            ]
            if listens.value:
                self.changed(f"{path}{CHARACTERISTIC}", Value=Variant("ay", bytes.fromhex(rest[0])))
            return bool(listens.value)
        self.changed(f"{path}{CHARACTERISTIC}", Notifying=Variant("b", False))
        self.connect(path, False)
        if verb == "gone":
            for one in (f"{path}{CHARACTERISTIC}", f"{path}{GATT}", path):
                names = list(self.objects.pop(one))
                self.signal("/", "ObjectManager", "InterfacesRemoved", "oas", one, names)
        return True

    async def advertise(self) -> None:
        """As dice do that nobody has connected to."""
        while True:
            for path, interfaces in list(self.objects.items()):
                device = interfaces.get("org.bluez.Device1")
                if device is not None and not device["Connected"].value:
                    self.changed(path, RSSI=device["RSSI"])
            await asyncio.sleep(0.1)

    def connect(self, path: str, on: bool) -> None:
        self.changed(path, Connected=Variant("b", on), ServicesResolved=Variant("b", on))

    def changed(self, path: str, **properties: Variant) -> None:
        (name,) = self.objects[path]
        self.objects[path][name].update(properties)
        changed = (name, properties, [])
        self.signal(path, "Properties", "PropertiesChanged", "sa{sv}as", *changed)

    def signal(self, path: str, interface: str, member: str, signature: str, *body: Any) -> None:
        interface = f"org.freedesktop.DBus.{interface}"
        self.bus.send(Message.new_signal(path, interface, member, signature, list(body)))


async def main() -> None:
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    bluez = BlueZ(bus)
    await bus.request_name("org.bluez")
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    advertising = loop.create_task(bluez.advertise())
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        verb, address, *rest = line.split()
        print("done" if bluez.work(verb, address, rest) else "deaf", flush=True)
    advertising.cancel()


asyncio.run(main())
