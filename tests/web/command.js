// SPDX-License-Identifier: Apache-2.0
// command.js FOLDER ARGUMENT...: a command of the program for browsers (satscope.js and satscope.wasm in FOLDER), under Node.js, with the files
// of this machine.
'use strict';
const fs = require('fs'), path = require('path');
const [folder, ...args] = process.argv.slice(2);

(async () => {
  const options = {
    wasmBinary: fs.readFileSync(path.join(folder, 'satscope.wasm')),
    print: text => fs.writeSync(1, `${text}\n`),
    printErr: text => fs.writeSync(2, `${text}\n`),
  };
  const program = await require(path.resolve(folder, 'satscope.js'))(options);
  program.FS.mkdir('/here');
  program.FS.mount(program.NODEFS, {root: process.cwd()}, '/here');
  program.FS.chdir('/here');
  process.exitCode = program.callMain(args);
})();
