// What ESLint checks beside tsc: its recommended rules, for every script of the repository. tools/lint runs it at the root.
import js from '@eslint/js';
import globals from 'globals';

/** Functions that tests and measurements send to a page stand in their own files. */
const inBoth = ['tests/browser/**', 'tools/measure/**'];
const inBrowser = ['web/shell/js/**', 'tools/loom/serve/**'];

export default [
  { ignores: ['build/**', 'dist/**', '**/node_modules/**'] },
  js.configs.recommended,
  { languageOptions: { ecmaVersion: 2022, sourceType: 'module' }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], ignores: inBrowser, languageOptions: { globals: globals.node } },
  { files: [...inBrowser, ...inBoth], languageOptions: { globals: globals.browser } },
  { files: ['web/canvas/emscripten_*.js'], languageOptions: { globals: { mergeInto: 'readonly', LibraryManager: 'readonly' } } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  {
    rules: {
      'no-unused-vars': ['error', { ignoreRestSiblings: true }], // what is taken out of an object to leave the rest
      'no-unused-private-class-members': 'off', // it takes `this.#due ??= …` for no use; tsc finds these too
    },
  },
];
