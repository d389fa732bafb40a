#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""web_page.py BUILT: makes of BUILT/satscope.js and BUILT/satscope.wasm the page BUILT/satscope.html, which is one file, and BUILT/site/,
the same for a server."""
import base64
import gzip
import hashlib
import pathlib
import sys

built = pathlib.Path(sys.argv[1])
parts = pathlib.Path(__file__).resolve().parent.parent / "assets" / "browser"
page = (parts / "page.html").read_text(encoding="utf-8")
texts = {"page.css": (parts / "page.css").read_text(encoding="utf-8"),
         "page.js": (parts / "page.js").read_text(encoding="utf-8"),
         "satscope.js": (built / "satscope.js").read_text(encoding="utf-8")}
program = gzip.compress((built / "satscope.wasm").read_bytes(), 9, mtime=0)

whole = page
for name, text in texts.items():
    if "</script" in text.lower():
        sys.exit(f"{name} would end the script that it is in")
    whole = whole.replace(f"/*{name}*/", text)
whole = whole.replace("<script>", '<script id="wasm" type="text/plain">' + base64.b64encode(program).decode() + "</script>\n<script>", 1)
(built / "satscope.html").write_text(whole, encoding="utf-8")

site = built / "site"
site.mkdir(exist_ok=True)
index = page.replace("<style>/*page.css*/</style>", '<link rel="stylesheet" href="page.css">')
for name in ("satscope.js", "page.js"):
    index = index.replace(f"<script>/*{name}*/</script>", f'<script src="{name}"></script>')
files = {"index.html": index.encode(), "satscope.wasm.gz": program, **{name: text.encode() for name, text in texts.items()}}
version = hashlib.sha256(b"".join(files.values())).hexdigest()[:12]
files["worker.js"] = (parts / "worker.js").read_text(encoding="utf-8").replace("@version@", version).encode()
for name, content in files.items():
    (site / name).write_bytes(content)
small = sum(len(gzip.compress(content, 9)) if name != "satscope.wasm.gz" else len(content) for name, content in files.items())
print(f"{built / 'satscope.html'}: {(built / 'satscope.html').stat().st_size} bytes; {site}: {small} bytes packed")
