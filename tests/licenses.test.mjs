// The notices that the site ships: what Debian's files say of a part, and whether all that is shipped is in the list.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { licenseIn, noticeIn } from '../tools/licenses/debian.mjs';
import { notice, partsOf } from '../tools/licenses/list.mjs';
import { agrees, filesOf } from './linked.mjs';
import { files, root } from './site.mjs';

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Comment: of all

Files: *
Copyright: 2020 One
License: MIT or NCSA~Two
 Choose one.

Files:
 lib/*
 other/a.c
Copyright: 2021 Two
License: zlib
 Within the paragraph.
 .
 Its second part.
Comment: not a part of the notice

Files: debian/*
Copyright: 2022 Three
License: GPL-2+
 Not shipped.

License: MIT
 Any use.

License: NCSA~two
\tOther use.
`;

test('a notice has what is said of its files, and the licenses named there', () => {
  assert.equal(noticeIn(copyright, ['*']), 'Files: *\nCopyright: 2020 One\nLicense: MIT or NCSA~Two\nChoose one.\n\nMIT\nAny use.\n\nNCSA~two\nOther use.\n');
  assert.equal(noticeIn(copyright, ['lib/deep/', 'lib/']), 'Files: \nlib/*\nother/a.c\nCopyright: 2021 Two\nLicense: zlib\nWithin the paragraph.\n\nIts second part.\n');
  assert.equal(licenseIn(copyright, 'ZLIB'), 'zlib\nWithin the paragraph.\n\nIts second part.\n');
});

test('a notice that cannot be complete is refused', () => {
  assert.throws(() => noticeIn(copyright, ['src/']), /^Error: nothing about src\/ in the copyright file$/);
  assert.throws(() => noticeIn(copyright.replace('\n Choose one.', '').replace('License: NCSA~two\n', 'License: NCSA\n'), ['*']), /^Error: no text of the license ncsa~two in the copyright file$/);
});

test('each notice begins with what the page shows of it, and has a text', () => {
  for (const part of partsOf('site')) {
    const [head = '', ...text] = notice(part).split('\n\n');
    assert.match(head, /^Name: .+\nLicense: [A-Za-z][-.\w ]+\nUse: .+\nFrom: .+$/);
    assert.ok(text.join().length > 500, part.name);
    assert.doesNotMatch(text.join(), /see the file .\/usr\/share\/common-licenses/i);
  }
});

test('the list has all that the site ships', () => {
  const fonts = readdirSync(join(root, 'build/fonts')).filter((name) => /\.(woff2|otf|ttf)$/.test(name)).map((name) => `/build/fonts/${name}`);
  const scripts = files(join(root, 'web/shell/js')).filter((name) => name.endsWith('.js')).map((name) => join(root, 'web/shell/js', name));
  const builders = ['math.cjs', 'highlight/languages.cjs'].map((name) => join(root, 'tools', name));
  const texts = [...scripts, ...builders].map((path) => readFileSync(path, 'utf8'));
  const packages = texts.flatMap((text) => [...text.matchAll(/(?:\bfrom |\bimport |\brequire(?:\.resolve)?\(|\bimport\()'([^'./][^'/]*)[^']*'/g)]).filter(([, name]) => !name?.startsWith('node:')).map(([, name]) => `/node_modules/${name}`);
  // The programs of scenes differ only in their scenes.
  agrees('site', [...fonts, ...new Set(packages), ...filesOf('wasm', ['canvas', 'kernel', 'scenes-machine'])]);
});
