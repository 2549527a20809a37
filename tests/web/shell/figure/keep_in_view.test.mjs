// Whether the picture and sentence are in sight together with the control that is used.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { besideSight, inSight } from '../../../../web/shell/js/figure/keep_in_view.js';

const room = { top: 44, height: 800 };

test('both on the screen: nothing moves', () => {
  assert.deepEqual(inSight({ top: 100, height: 400 }, { top: 520, height: 50 }, room), { by: 0, hold: null });
});

test('the picture begins above the screen and both fit: the page scrolls to its beginning', () => {
  assert.deepEqual(inSight({ top: -156, height: 400 }, { top: 300, height: 50 }, room), { by: -200, hold: null });
});

test('beside the control: the end of what answers comes into sight, as far as its beginning and the control stay', () => {
  assert.equal(besideSight({ top: 100, height: 400 }, { top: 120, height: 50 }, room), 0, 'all is in sight');
  assert.equal(besideSight({ top: 400, height: 450 }, { top: 420, height: 50 }, room), 14);
  assert.equal(besideSight({ top: 400, height: 2000 }, { top: 420, height: 50 }, room), 356, 'its beginning stays');
  assert.equal(besideSight({ top: 400, height: 2000 }, { top: 300, height: 50 }, room), 256, 'the control stays');
  assert.equal(besideSight({ top: 4, height: 450 }, { top: 100, height: 50 }, room), -40, 'its beginning is above the screen');
});

test('they do not fit at once: what answers is held, whole if it can be, above the control and never over it', () => {
  for (let height = 100; height < 1500; height += 35)
    for (let above = 0; above < 900; above += 45)
      for (let top = 44; top < 800; top += 60) {
        const control = { top, height: 60 }, view = { top: top - above - height, height };
        const { by, hold } = inSight(view, control, room);
        const at = control.top - by;
        assert.ok(by <= 0);
        if (hold === null) {
          assert.ok(view.top - by >= room.top || by === 0, 'its beginning is in sight');
        } else {
          assert.ok(hold + height <= at, 'not over the control');
          assert.ok(at + control.height <= room.top + room.height || by === 0, 'the control stays on the screen');
          assert.ok(hold === room.top || hold + height + 60 + 16 >= room.height, 'as much of it as has room');
        }
      }
});
