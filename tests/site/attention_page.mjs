// The page about attention as its tests quote it. See quotes.mjs.
import { predictions, quotes } from './quotes.mjs';

export const { page, says, given, complete } = quotes('content/attention.md');
export const { predicted, all } = predictions(page, 'attention/index.html');
