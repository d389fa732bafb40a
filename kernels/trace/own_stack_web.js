// SPDX-License-Identifier: Apache-2.0
// The stacks of own_stack_web.cpp. A call into WebAssembly that waits keeps its stack, and its caller gets a promise: so to leave a
// stack is to wait for a promise, and to go on there is to keep it. Works only below a call that may wait, which the page makes if it says so
// (Module['waits']).
addToLibrary({
  $ownStacks: '{}',  // by address: go, which continues it, and back, which continues its caller

  own_stack_there: () => (Module['waits'] && WebAssembly.promising ? 1 : 0),

  own_stack_enter__deps: ['$ownStacks', '$stackSave', '$stackRestore'],
  own_stack_enter__postset: 'if (WebAssembly.Suspending) _own_stack_enter = new WebAssembly.Suspending(_own_stack_enter);',
  own_stack_enter: async (stack, top) => {
    const home = stackSave();
    await new Promise((back, fail) => {
      ownStacks[stack] = {back};
      stackRestore(top);
      WebAssembly.promising(wasmExports['own_stack_begin'])(stack).then(() => {
        const ended = ownStacks[stack];
        delete ownStacks[stack];
        ended.back();
      }, fail);
    });
    stackRestore(home);
  },

  own_stack_resume__deps: ['$ownStacks', '$stackSave', '$stackRestore'],
  own_stack_resume__postset: 'if (WebAssembly.Suspending) _own_stack_resume = new WebAssembly.Suspending(_own_stack_resume);',
  own_stack_resume: async (stack) => {
    const home = stackSave();
    await new Promise((back) => {
      ownStacks[stack].back = back;
      ownStacks[stack].go();
    });
    stackRestore(home);
  },

  own_stack_leave__deps: ['$ownStacks', '$stackSave', '$stackRestore'],
  own_stack_leave__postset: 'if (WebAssembly.Suspending) _own_stack_leave = new WebAssembly.Suspending(_own_stack_leave);',
  own_stack_leave: async (stack) => {
    const here = stackSave();
    await new Promise((go) => {
      ownStacks[stack].go = go;
      ownStacks[stack].back();
    });
    stackRestore(here);
  },
});
