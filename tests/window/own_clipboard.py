#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""own_clipboard.py TYPE FILE: owns the clipboard of X and gives the file's content as this type alone, in pieces where it is long
(ICCCM 2.7.2), until it is killed."""
import ctypes
import sys
import time

from drop_file import SELECTION_NOTIFY, SELECTION_REQUEST, Dragger, Event, Notify

PROPERTY_NOTIFY, PROPERTY_DELETED, PROPERTY_CHANGE_MASK = 28, 1, 1 << 22
PIECE = 5000


class Property(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                ("window", ctypes.c_ulong), ("atom", ctypes.c_ulong), ("time", ctypes.c_ulong), ("state", ctypes.c_int)]


class Owner(Dragger):
    def serve(self, kind, content):
        self.x11.XSelectInput.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_long]
        self.x11.XSetSelectionOwner(self.display, self.atom("CLIPBOARD"), self.window, 0)
        self.x11.XSync(self.display, 0)
        print("owned", flush=True)
        pieces, asker = [], None
        while True:
            if not self.x11.XPending(self.display):
                time.sleep(0.005)
                continue
            event = Event()
            self.x11.XNextEvent(self.display, ctypes.byref(event))
            if event.type == SELECTION_REQUEST:
                request = event.request
                if request.target != self.atom(kind):
                    self.refuse(request)
                elif len(content) <= PIECE:
                    self.answer(request, content)
                else:
                    self.x11.XSelectInput(self.display, request.requestor, PROPERTY_CHANGE_MASK)
                    asker = (request.requestor, request.property, request.target)
                    pieces = [content[i:i + PIECE] for i in range(0, len(content), PIECE)] + [b""]
                    size = ctypes.c_char_p(len(content).to_bytes(8, sys.byteorder))
                    self.x11.XChangeProperty(self.display, request.requestor, request.property, self.atom("INCR"), 32, 0, size, 1)
                    self.tell_asker(request, request.property)
            elif event.type == PROPERTY_NOTIFY and pieces:
                told = ctypes.cast(ctypes.byref(event), ctypes.POINTER(Property)).contents
                if told.state == PROPERTY_DELETED and (told.window, told.atom) == asker[:2]:
                    piece = pieces.pop(0)
                    self.x11.XChangeProperty(self.display, asker[0], asker[1], asker[2], 8, 0, piece, len(piece))
                    self.x11.XSync(self.display, 0)

    def refuse(self, request):
        self.tell_asker(request, 0)

    def tell_asker(self, request, place):
        told = Notify(type=SELECTION_NOTIFY, requestor=request.requestor, selection=request.selection, target=request.target,
                      property=place, time=request.time)
        self.x11.XSendEvent(self.display, request.requestor, 0, 0, ctypes.byref(Event(notify=told)))
        self.x11.XSync(self.display, 0)


if __name__ == "__main__":
    with open(sys.argv[2], "rb") as file:
        Owner(0).serve(sys.argv[1], file.read())
