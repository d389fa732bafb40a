// SPDX-License-Identifier: Apache-2.0
// The page around the program (app/window/window_web.cpp): its input, its files, what it remembers, and its words for screen readers. Nothing
// here speaks to a server but to load the program.
'use strict';
(() => {
  const by = id => document.getElementById(id);
  const canvas = by('canvas'), typing = by('typing'), told = by('told'), chooser = by('file');
  const home = '/files', shared = `${home}/shared.satscope`, most_scale = 2;  // because: a phone of three pixels a point is drawn by its processor
  let program = null, compiled = null, opened = false, last_words = '';
  let lacking = null;  // the session of a link, and the name of its picture, which is not in it

  const storage = (() => {
    try {
      localStorage.setItem('satscope', '1');
      return localStorage;
    } catch {
      return null;  // the browser keeps nothing for files, or for this site
    }
  })();

  // ---------------------------------------------------------------- what the program asks of the page

  let say_timer = 0;
  /// act: {label, does}, a button.
  function say(text, seconds = 0, act = null) {
    by('said').firstElementChild.textContent = text;
    by('act').hidden = !act;
    by('act').textContent = act?.label;
    by('act').onclick = act?.does;
    by('said').hidden = false;
    clearTimeout(say_timer);
    if (seconds) say_timer = setTimeout(() => (by('said').hidden = true), 1000 * seconds);
  }
  by('said').lastElementChild.addEventListener('click', () => {
    by('said').hidden = true;
    canvas.focus();
  });

  const page = {
    scale: Math.min(window.devicePixelRatio || 1, most_scale),
    say,
    share: text => share(text).catch(problem => say(`The link cannot be made: ${problem.message}.`)),
    opened() {
      opened = true;
      queueMicrotask(() => {  // because: a frame that waits must not have main() below it
        resize();
        go_on();
      });
    },
    failed(text) {
      say(`${text}. Load the page again to go on.`);
    },
    title(text) {
      document.title = text;
    },
    pointer(shape) {
      canvas.style.cursor = shape;
    },
    copy(text) {
      navigator.clipboard?.writeText(text).catch(() => say('The browser does not let this page copy.'));
    },
    choose() {
      chooser.value = '';
      chooser.click();
    },
    fullScreen() {
      const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
      done?.catch(() => say('The browser does not let this page fill the screen.'));
    },
    /// Asked for by the user, who also allows it; its pictures stay here.
    camera: {
      phase: 0, why: '', fresh: false, video: document.createElement('video'), canvas: new OffscreenCanvas(1, 1), wanted: false,
      turn(on) {
        this.wanted = on;
        if (!on) return this.stop();
        this.phase = 0;
        navigator.mediaDevices.getUserMedia({video: {width: {ideal: 640}, height: {ideal: 480}}}).then(async stream => {
          this.stop();
          if (!this.wanted) return stream.getTracks().forEach(track => track.stop());
          this.video.srcObject = stream;
          this.video.muted = this.video.playsInline = true;
          await this.video.play();
          this.taken = performance.now();
          const next = () => {
            if (!this.video.srcObject) return;
            if (performance.now() - this.taken > 20000) {  // because: no picture is asked for, and the light of the camera is on
              this.stop();
              this.why = 'the camera was switched off, because its pictures were not looked at';
              this.phase = 2;
              return;
            }
            this.fresh = true;
            this.video.requestVideoFrameCallback?.(next) ?? setTimeout(next, 33);
          };
          next();
          this.phase = 1;
        }).catch(problem => {
          this.why = problem.name === 'NotAllowedError' ? 'the browser or you did not allow the camera' : `the browser gives no camera: ${problem.message}`;
          this.phase = 2;
        });
      },
      stop() {
        this.video.srcObject?.getTracks().forEach(track => track.stop());
        this.video.srcObject = null;
        this.fresh = false;
      },
      take() {
        const {videoWidth: width, videoHeight: height} = this.video;
        if (this.canvas.width !== width || this.canvas.height !== height) this.canvas = new OffscreenCanvas(width, height);
        const context = this.canvas.getContext('2d', {willReadFrequently: true});
        context.drawImage(this.video, 0, 0);
        this.fresh = false;
        this.taken = performance.now();
        return context.getImageData(0, 0, width, height).data;
      },
    },
    drawn() {
      if (!by('cover').hidden) {
        by('cover').hidden = true;
        performance.mark('satscope-drawn');
        canvas.focus();
        if (storage && by('said').hidden && !storage.getItem('satscope-privacy')) {
          say(by('privacy').textContent, 8);
          storage.setItem('satscope-privacy', '1');
        }
      }
      tell_soon();
    },
  };

  // ---------------------------------------------------------------- files

  const remembered = path => path.startsWith(`${home}/.`);

  /// A file is complete: what the program remembers for its user stays in this browser, all else is a download.
  function onWritten(path) {
    if (path.startsWith('/tmp/') || path.startsWith('/dev/')) return;
    const bytes = program.FS.readFile(path);
    if (remembered(path)) {
      try {
        storage?.setItem(`satscope:${path}`, new TextDecoder().decode(bytes));
      } catch {
        say('The browser has no more room for what satscope remembers.');
      }
      return;
    }
    download(bytes, path.split('/').pop());
  }

  function download(content, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function restore() {
    program.FS.mkdirTree(`${home}/Pictures`);
    program.FS.chdir(home);
    for (let i = 0; storage && i < storage.length; ++i) {
      const key = storage.key(i);
      if (!key.startsWith('satscope:/')) continue;
      const path = key.slice('satscope:'.length);
      program.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
      program.FS.writeFile(path, storage.getItem(key));
    }
  }

  const as_it_is = /\.(png|jpe?g|bmp|tga|p[gpn]m|npy|csv|txt|json|md|cu|xml|satscope)$/i;

  /// The bytes of a picture that the program does not read, but the browser does.
  async function as_png(blob) {
    const bitmap = await createImageBitmap(blob);
    const drawn = new OffscreenCanvas(bitmap.width, bitmap.height);
    drawn.getContext('2d').drawImage(bitmap, 0, 0);
    return drawn.convertToBlob({type: 'image/png'});
  }

  /// A program of its own, in a worker.
  function work_aside(create) {
    onmessage = async ({data: {module, bytes, ending}}) => {
      const program = await create({
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(module, imports).then(instance => done(instance, module));
          return {};
        },
      });
      program.FS.writeFile(`/picture.${ending}`, bytes);
      const failed = program.ccall('satscope_unpack', 'number', ['string', 'string'], [`/picture.${ending}`, '/unpacked']);
      const unpacked = failed ? null : program.FS.readFile('/unpacked');
      postMessage(unpacked, failed ? [] : [unpacked.buffer]);
    };
  }

  /// A large picture that the page itself would stand still for while it is unpacked, as a PGM or PPM; the memory for it goes with its
  /// worker. Null: it has to be read as it is.
  async function unpacked(blob, name) {
    const ending = name.split('.').pop().toLowerCase();
    const in_one_go = ['png', 'bmp', 'tga', ...(WebAssembly.promising ? [] : ['jpg', 'jpeg'])];
    const header = new DataView(await blob.slice(0, 24).arrayBuffer());
    const is_large = ending === 'png' && blob.size > 24 ? header.getUint32(16) * header.getUint32(20) > 1e6 : blob.size > 1e6;
    if (!in_one_go.includes(ending) || !is_large) return null;
    const address = URL.createObjectURL(new Blob([`const _scriptName = ''; (${work_aside})(${createSatscope});`]));
    let worker = null;
    say(`Reading ${name} ...`);
    try {
      worker = new Worker(address);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return await new Promise((done, fail) => {
        worker.onmessage = ({data}) => done(data);
        worker.onerror = worker.onmessageerror = fail;
        worker.postMessage({module: compiled, bytes, ending}, [bytes.buffer]);
      });
    } catch {
      say(`This browser does not let the page work in the background: it stands still while it reads ${name}.`, 8);
      await new Promise(shown => setTimeout(shown, 100));
      return null;
    } finally {
      worker?.terminate();
      URL.revokeObjectURL(address);
      if (by('said').firstElementChild.textContent.startsWith('Reading ')) by('said').hidden = true;
    }
  }

  async function put(file) {
    let blob = file, name = (file.name || 'picture.png').replaceAll('/', '-');
    if (!as_it_is.test(name) && file.type.startsWith('image/')) {
      try {
        blob = await as_png(file);
        name += '.png';
      } catch {
        say(`This browser cannot read ${name}.`);
        return null;
      }
    }
    const path = `${home}/${name}`;
    program.FS.writeFile(path, await unpacked(blob, name) ?? new Uint8Array(await blob.arrayBuffer()));
    return path;
  }

  /// Of several files a session, which may need the others, else the first.
  async function open(...files) {
    const paths = [];
    for (const file of files) paths.push(await put(file));
    if (lacking && paths.includes(`${home}/${lacking.name}`)) {
      lacking.file.session.input = lacking.name;
      program.FS.writeFile(shared, JSON.stringify(lacking.file));
      paths.push(shared);
      lacking = null;
    }
    const path = paths.find(one => one?.endsWith('.satscope')) ?? paths[0];
    if (path) program.ccall('satscope_open', null, ['string'], [path]);
  }
  chooser.addEventListener('change', () => open(...chooser.files));
  addEventListener('dragover', event => event.preventDefault());
  addEventListener('drop', event => {
    event.preventDefault();
    open(...event.dataTransfer.files);
  });

  addEventListener('paste', event => {
    if (!program) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain'), file = event.clipboardData.files[0];
    program.ccall('satscope_pasted', null, ['string', 'string'], [text, '']);
    if (!text && file) open(file);
  });

  // ---------------------------------------------------------------- links: #lesson=tree, #figure=bilgic-2, #session=...

  async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  }
  const to_base64 = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const from_base64 = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0));

  const deflated = bytes => through(new CompressionStream('deflate-raw'), bytes);
  const inflated = text => through(new DecompressionStream('deflate-raw'), from_base64(text));
  const most_picture = 24000;  // because: mails and course pages break longer addresses

  const size_of = bytes => bytes < 1e4 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

  /// The address opens the same state on another machine; a picture of one's own goes along if it is small.
  async function share(text) {
    const file = JSON.parse(text), input = file.session.input, path = `${home}/${input}`;
    const own = !!input && program.FS.analyzePath(path).exists, name = own ? path.split('/').pop() : '';
    const bytes = own ? program.FS.readFile(path) : null;
    const picture = own ? await deflated(bytes) : null, goes = own && picture.length <= most_picture;
    if (own && !goes) delete file.session.input;
    const words = [`session=${to_base64(await deflated(new TextEncoder().encode(JSON.stringify(file))))}`];
    if (own) words.push(`name=${encodeURIComponent(name)}`);
    if (goes) words.push(`picture=${to_base64(picture)}`);
    history.replaceState(null, '', `#${words.join('&')}`);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    const holds = goes ? `all settings and your picture ${name} (${size_of(bytes.length)})` : 'all settings';
    const lacks = own && !goes ? ` Your picture ${name} (${size_of(bytes.length)}) is too large for a link and does not go along: ` +
        'save the session as a file, and hand it over together with the picture.' : '';
    const of_file = location.protocol === 'file:' ? ' On another machine, add everything from # on to the address of this page there.' : '';
    say(`The link is ${copied ? 'copied' : 'in the address bar'}: ${location.href.length} characters, with ${holds}.${lacks}${of_file}`, 0,
        lacks && {label: 'Save the session file', does: () => download(text, 'shared.satscope')});
  }

  /// The program's arguments that the address asks for.
  async function asked() {
    const words = new URLSearchParams(location.hash.slice(1)), args = [];
    if (words.has('session')) {
      const name = words.get('name')?.replaceAll('/', '-');
      const session = await inflated(words.get('session'));
      program.FS.writeFile(shared, session);
      if (words.has('picture')) program.FS.writeFile(`${home}/${name}`, await inflated(words.get('picture')));
      else if (name) {
        lacking = {name, file: JSON.parse(new TextDecoder().decode(session))};
        say(`This link was made with a picture that is not in it, ${name}. To see the same, open that picture.`);
      }
      args.push(shared);
    }
    if (words.has('figure')) args.push(`figure:${words.get('figure')}`);
    if (words.has('open')) args.push(words.get('open'));
    for (const name of ['lesson', 'card', 'workspace', 'algorithm', 'view', 'chain', 'step', 'level', 'theme', 'box', 'type'])
      if (words.has(name)) args.push(`--${name}`, words.get(name));
    if (words.has('synthetic')) args.push('--synthetic');
    const query = new URLSearchParams(location.search);
    if (query.has('class')) {
      args.push('--presentation');
      if (!words.has('lesson') && !words.has('workspace')) args.push('--workspace', 'learn');
    }
    return args;
  }
  addEventListener('hashchange', () => location.reload());

  // ---------------------------------------------------------------- frames

  let draw = null;  // a frame; where the browser can stop WebAssembly in its middle, one that may (own_stack_web.js), else as any call
  let drawing = null;  // because: a frame that waits is not yet drawn, and a second one would take its stack
  async function frame() {
    drawing ??= (async () => draw?.())().catch(problem => {
      draw = null;
      page.failed(`satscope has stopped: ${problem.message}`);
    });
    await drawing;
    drawing = null;
  }
  function go_on() {
    requestAnimationFrame(go_on);
    frame();
  }

  // ---------------------------------------------------------------- size

  function resize() {
    if (!opened) return;
    const width = Math.max(1, Math.round(canvas.clientWidth * page.scale)), height = Math.max(1, Math.round(canvas.clientHeight * page.scale));
    if (canvas.width === width && canvas.height === height && resize.done) return;
    resize.done = true;
    canvas.width = width;
    canvas.height = height;
    program._satscope_resize(width, height);
    frame();  // because: a canvas of a new size is empty
  }
  new ResizeObserver(resize).observe(canvas);

  // ---------------------------------------------------------------- keys

  const modifiers = event => {
    const sign = event.getModifierState?.('AltGraph');
    return (!sign && (event.ctrlKey || event.metaKey) ? 1 : 0) | (event.shiftKey ? 2 : 0) | (!sign && event.altKey ? 4 : 0);
  };
  const key = (name, code, mods, down, repeated = false) =>
      program.ccall('satscope_key', null, ['string', 'string', 'number', 'number', 'number'], [name, code, mods, down, repeated]);
  const of_the_browser = event => ['F11', 'F12'].includes(event.key) || ((event.ctrlKey || event.metaKey) && 'rtwnRTWN'.includes(event.key));
  const held = new Map();

  function typed(text) {
    for (const sign of text) program._satscope_typed(sign.codePointAt(0));
  }
  addEventListener('keydown', event => {
    if (!opened || event.isComposing || event.target.closest('#said') || of_the_browser(event)) return;
    const pastes = modifiers(event) === 1 && event.key.toLowerCase() === 'v';
    if (event.target === typing && [...event.key].length === 1 && modifiers(event) < 2) return;  // comes as input
    if (event.key === 'Unidentified' || event.key === 'Process') return;
    if (!pastes) event.preventDefault();
    held.set(event.code, event.key);
    key(event.key, event.code, modifiers(event), 1, event.repeat);
    if ([...event.key].length === 1 && (modifiers(event) & 5) === 0) typed(event.key);
    if (event.metaKey) key(event.key, event.code, modifiers(event), 0);  // because: macOS does not say when it is let go
  });
  addEventListener('keyup', event => {
    if (!opened) return;
    held.delete(event.code);
    key(event.key, event.code, modifiers(event), 0);
  });
  addEventListener('blur', () => {
    if (!opened) return;
    for (const [code, name] of held) key(name, code, 0, 0);
    held.clear();
    program._satscope_leave();
  });
  // the keyboard of a screen, and what input methods compose: keys as well, because it has no others
  function take_typed() {
    for (const sign of typing.value.replace(/^ /, '')) {
      key(sign, '', 0, 1);
      typed(sign);
      key(sign, '', 0, 0);
    }
    typing.value = ' ';
  }
  typing.addEventListener('input', event => {
    if (event.isComposing) return;
    if (event.inputType === 'deleteContentBackward') {
      key('Backspace', 'Backspace', 0, 1);
      key('Backspace', 'Backspace', 0, 0);
      typing.value = ' ';
    } else {
      take_typed();
    }
  });
  typing.addEventListener('compositionend', take_typed);
  by('keys').addEventListener('click', () => {
    typing.value = ' ';
    typing.focus();
  });

  // ---------------------------------------------------------------- mouse and pen

  const place = event => [event.offsetX * page.scale, event.offsetY * page.scale];
  const move = event => program._satscope_move(...place(event));

  canvas.addEventListener('pointerdown', event => {
    if (!opened) return;
    if (event.pointerType === 'touch') return touch.down(event);
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    move(event);
    program._satscope_button(event.button, 1, modifiers(event));
  });
  canvas.addEventListener('pointermove', event => {
    if (!opened) return;
    if (event.pointerType === 'touch') return touch.move(event);
    move(event);
  });
  canvas.addEventListener('pointerup', event => {
    if (!opened) return;
    if (event.pointerType === 'touch') return touch.up(event);
    move(event);
    program._satscope_button(event.button, 0, modifiers(event));
  });
  canvas.addEventListener('pointercancel', event => opened && event.pointerType === 'touch' && touch.up(event));
  canvas.addEventListener('pointerleave', event => opened && event.pointerType !== 'touch' && program._satscope_leave());
  canvas.addEventListener('contextmenu', event => event.preventDefault());
  canvas.addEventListener('wheel', event => {
    if (!opened) return;
    event.preventDefault();
    const by_mode = [100, 3, 1][event.deltaMode], finer = event.ctrlKey ? 5 : 1;  // a pinch on a pad comes as a wheel with Ctrl
    move(event);
    program._satscope_wheel(-finer * (event.deltaY || event.deltaX) / by_mode);
  }, {passive: false});

  // ---------------------------------------------------------------- fingers: tap, drag, long press (hovers), pinch (zooms), two (pan)

  const touch = (() => {
    const fingers = new Map(), slop = 8, long_ms = 500, zoom_step = 1.2;
    let state = 'none', began = null, timer = 0, pressed = 0, middle = null, apart = 0, scrolled = 0;

    const in_a_view = ([x, y]) => Object.values(JSON.parse(program.UTF8ToString(program._satscope_state())).views ?? {})
        .some(view => x >= view.x && y >= view.y && x < view.x + view.w && y < view.y + view.h);
    const press = (button, down) => program._satscope_button(button, down, 0);
    const hand = () => {
      const all = [...fingers.values()];
      return {at: [0, 1].map(i => all.reduce((sum, one) => sum + one[i], 0) / all.length),
              apart: all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) : 0};
    };
    function end_one() {
      clearTimeout(timer);
      if (state === 'drag') press(0, 0);
      if (state === 'pan') press(1, 0);
      state = 'none';
    }
    return {
      down(event) {
        event.preventDefault();
        canvas.setPointerCapture(event.pointerId);
        fingers.set(event.pointerId, place(event));
        end_one();
        if (fingers.size === 1) {
          state = 'wait';
          began = place(event);
          pressed = event.timeStamp;
          program._satscope_move(...began);
          timer = setTimeout(() => state === 'wait' && (state = 'hover'), long_ms);
        } else if (fingers.size === 2) {
          ({at: middle, apart} = hand());
          program._satscope_move(...middle);
          state = in_a_view(middle) ? 'two' : 'scroll';
        }
      },
      move(event) {
        if (!fingers.has(event.pointerId)) return;
        const at = place(event);
        fingers.set(event.pointerId, at);
        if (state === 'wait' && Math.hypot(at[0] - began[0], at[1] - began[1]) > slop * page.scale) {
          clearTimeout(timer);
          const upright = Math.abs(at[1] - began[1]) > Math.abs(at[0] - began[0]);
          state = upright && !in_a_view(began) ? 'scroll' : 'drag';  // a list is scrolled, a slider is dragged
          scrolled = began[1];
          if (state === 'drag') press(0, 1);
        }
        if (state === 'drag' || state === 'hover') program._satscope_move(...at);
        if (state === 'scroll') {
          const y = hand().at[1];
          if (fingers.size === 1) program._satscope_wheel((y - scrolled) / (60 * page.scale));
          scrolled = y;
        }
        const now = hand();
        if (state === 'two') {  // because: while something is panned, the wheel does nothing
          if (Math.abs(Math.log(now.apart / apart)) > 0.1) state = 'pinch';
          else if (Math.hypot(now.at[0] - middle[0], now.at[1] - middle[1]) > slop * page.scale) {
            press(1, 1);
            state = 'pan';
          }
        }
        if (state === 'pan') program._satscope_move(...now.at);
        if (state === 'pinch') {
          const steps = Math.log(now.apart / apart) / Math.log(zoom_step);
          if (Math.abs(steps) > 0.05) {
            program._satscope_wheel(steps);
            apart = now.apart;
          }
        }
      },
      async up(event) {
        if (!fingers.delete(event.pointerId)) return;
        if (state === 'hover' && event.timeStamp - pressed < long_ms) state = 'wait';  // because: a busy page hears late of a tap
        if (state === 'wait') {
          press(0, 1);
          press(0, 0);
        }
        if (state === 'hover') program._satscope_leave();
        end_one();
        // because: a browser shows its keyboard only for a touch
        for (let i = 0; i < 4; ++i) await frame();
        if (program._satscope_wants_text()) {
          typing.value = ' ';
          typing.focus();
        } else {
          canvas.focus();
        }
      },
    };
  })();

  // ---------------------------------------------------------------- words for screen readers

  function words_of(state) {
    const lines = [], add = (...texts) => lines.push(...texts.filter(text => text));
    const {learn = {}, steps = {}, box = {}} = state;
    if (learn.lesson) add(`${learn.title}, card ${learn.card + 1} of ${learn.cards}.`, learn.ask, learn.question, learn.remark);
    if (state.workspace === 'steps' && steps.told) add(`Step ${steps.step} of ${steps.steps}. ${steps.label ?? ''}`, steps.told.this_step, steps.told.idea);
    if (state.workspace === 'explore' && box.w > 0) add(`Box at column ${box.x}, row ${box.y}, ${box.w} by ${box.h} pixels: sum ${box.sum}.`);
    add(state.message);
    return lines.join('\n');
  }
  let tell_timer = 0;
  function tell_soon() {
    if (tell_timer) return;
    tell_timer = setTimeout(() => {
      tell_timer = 0;
      if (!program._satscope_settled()) return tell_soon();
      const words = words_of(JSON.parse(program.UTF8ToString(program._satscope_state())));
      if (words !== last_words) told.textContent = last_words = words;
    }, 700);
  }

  // ---------------------------------------------------------------- the beginning

  /// wasm: the program, packed by gzip.
  async function start(wasm) {
    const lines = [];
    const options = {
      canvas, page, onWritten, waits: true,
      preRun: [module => (module.ENV.HOME = home)],
      print: text => console.log(text),
      printErr: text => {
        lines.push(text.replace(/^satscope: /, ''));
        console.error(text);
      },
      instantiateWasm(imports, done) {
        const stream = wasm.pipeThrough(new DecompressionStream('gzip'));
        WebAssembly.instantiateStreaming(new Response(stream, {headers: {'Content-Type': 'application/wasm'}}), imports)
            .then(({instance, module}) => {
              const {satscope_frame, memory} = instance.exports;
              compiled = module;
              page.bytes = () => memory.buffer.byteLength;
              draw = WebAssembly.promising?.(satscope_frame) ?? satscope_frame;
              done(instance, module);
            }, fail);
        return {};
      },
    };
    const fail = problem => (by('loading').textContent = `satscope cannot start: ${problem.message ?? problem}`);
    try {
      program = await createSatscope(options);
      restore();
      window.satscope = program;
      const code = program.callMain(await asked());
      if (code) fail(lines.join(' '));
    } catch (problem) {
      fail(problem);
    }
  }
  canvas.addEventListener('webglcontextlost', () => page.failed('The browser has taken the graphics away'));
  addEventListener('pagehide', () => performance.mark('satscope-left'));

  const packed = by('wasm');
  if (packed) {
    start(new Blob([from_base64(packed.textContent.trim())]).stream());
  } else {
    fetch('satscope.wasm.gz').then(answer => start(answer.body), problem => (by('loading').textContent = `satscope cannot be loaded: ${problem.message}`));
    if (location.protocol === 'https:' || location.hostname === 'localhost') navigator.serviceWorker?.register('worker.js');
  }
})();
