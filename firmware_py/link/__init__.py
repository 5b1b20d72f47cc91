"""Frames and sessions on a wire between tables and a league: a serial line, an RS-485 bus, TCP.

Used by `kiosk` and by `league`; knows neither of them, no pin and no game. docs/serial.md has the
format.

* `frames.py` (pure): bytes in, frames or damage out: COBS, CRC-32, the header
* `hello.py` (pure): what two ends say before they have a session
* `sending.py`, `receiving.py` (pure): window, resend, frame size; duplicates, order, messages
* `session.py` (pure): both halves between two ends, and when something is due
* `tableend.py`, `gatewayend.py` (pure): the two ends of a line, `end.py` what they share; on a bus
  the gateway gives turns: `turns.py`
* `pace.py` (pure): when the wire will have sent what it was given; `quality.py` (pure): silence,
  or noise that is probably a wrong speed
* `messages.py` (pure): requests and answers, what a message's bytes mean
* `lines.py`: serial ports and sockets, opened so that nothing ever blocks; `wire.py`: the thread

Time is passed in: nanoseconds of any clock that runs on. Nothing in here imports the rest of
`firmware_py`.
"""
