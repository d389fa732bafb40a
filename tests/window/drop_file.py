#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""drop_file.py WINDOW FILE: drags a file from a window of its own onto a window of X and lets go, as a file manager does (XDND 5)."""
import ctypes
import pathlib
import sys
import time

from close_window import ClientMessage

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31


class Request(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                ("owner", ctypes.c_ulong), ("requestor", ctypes.c_ulong), ("selection", ctypes.c_ulong), ("target", ctypes.c_ulong),
                ("property", ctypes.c_ulong), ("time", ctypes.c_ulong)]


class Notify(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                ("requestor", ctypes.c_ulong), ("selection", ctypes.c_ulong), ("target", ctypes.c_ulong), ("property", ctypes.c_ulong),
                ("time", ctypes.c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("client", ClientMessage), ("request", Request), ("notify", Notify), ("room", ctypes.c_byte * 192)]


class Dragger:
    def __init__(self, onto):
        self.x11 = x11 = ctypes.CDLL("libX11.so.6")
        pointer, number, word = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
        x11.XOpenDisplay.restype = pointer
        x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [pointer], word
        x11.XInternAtom.argtypes, x11.XInternAtom.restype = [pointer, ctypes.c_char_p, number], word
        x11.XCreateSimpleWindow.argtypes = [pointer, word] + 2 * [number] + 3 * [ctypes.c_uint] + 2 * [word]
        x11.XCreateSimpleWindow.restype = word
        x11.XSetSelectionOwner.argtypes = [pointer, word, word, word]
        x11.XSendEvent.argtypes = [pointer, word, number, ctypes.c_long, pointer]
        x11.XChangeProperty.argtypes = [pointer, word, word, word, number, number, ctypes.c_char_p, number]
        x11.XPending.argtypes, x11.XNextEvent.argtypes = [pointer], [pointer, pointer]
        x11.XSync.argtypes = [pointer, number]
        self.display, self.onto = x11.XOpenDisplay(None), onto
        self.window = x11.XCreateSimpleWindow(self.display, x11.XDefaultRootWindow(self.display), 0, 0, 1, 1, 0, 0, 0)

    def atom(self, name):
        return self.x11.XInternAtom(self.display, name.encode(), 0)

    def tell(self, what, *data):
        event = ClientMessage(type=CLIENT_MESSAGE, window=self.onto, format=32, message_type=self.atom(what))
        for i, word in enumerate((self.window,) + data):
            event.data[i] = word
        self.x11.XSendEvent(self.display, self.onto, 0, 0, ctypes.byref(event))
        self.x11.XSync(self.display, 0)

    def answer(self, request, text):
        """A program asks what is dragged: the text goes into a property of that window."""
        self.x11.XChangeProperty(self.display, request.requestor, request.property, request.target, 8, 0, text, len(text))
        told = Notify(type=SELECTION_NOTIFY, requestor=request.requestor, selection=request.selection, target=request.target,
                      property=request.property, time=request.time)
        room = Event(notify=told)
        self.x11.XSendEvent(self.display, request.requestor, 0, 0, ctypes.byref(room))
        self.x11.XSync(self.display, 0)

    def until(self, word, text):
        """Serves what comes until the other window sends this word."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if not self.x11.XPending(self.display):
                time.sleep(0.01)
                continue
            event = Event()
            self.x11.XNextEvent(self.display, ctypes.byref(event))
            if event.type == SELECTION_REQUEST:
                self.answer(event.request, text)
            elif event.type == CLIENT_MESSAGE and event.client.message_type == self.atom(word):
                return
        sys.exit(f"drop_file.py: within 20 s never: {word}")

    def drop(self, file):
        text = (pathlib.Path(file).resolve().as_uri() + "\r\n").encode()
        version, now, copy = 5 << 24, 0, self.atom("XdndActionCopy")
        self.x11.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, now)
        self.tell("XdndEnter", version, self.atom("text/uri-list"), 0, 0)
        self.tell("XdndPosition", 0, 200 << 16 | 200, now, copy)
        self.until("XdndStatus", text)
        self.tell("XdndDrop", 0, now, 0, 0)
        self.until("XdndFinished", text)


if __name__ == "__main__":
    Dragger(int(sys.argv[1])).drop(sys.argv[2])
