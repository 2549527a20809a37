// Addresses of this page that lead to another one by now.

import { parse } from './address.js';

/** Goes where the place of an address has moved to, if it has. @param {string} hash "#tma-box?x=8" */
export async function goElsewhere(hash) {
  const { id, query, part } = parse(hash);
  const address = document.querySelector('main')?.dataset.places;
  if (!id || !address || document.getElementById(id)) return;
  const response = await fetch(address);
  if (!response.ok) return;
  const places = await response.json();
  if (!Object.hasOwn(places, id)) return;
  const place = places[id];
  const state = query === null ? (part ? `/${encodeURIComponent(part)}` : '') : `?${query}`;
  const { base = '/' } = document.documentElement.dataset;
  location.replace(base + (place.includes('#') ? place : `${place}#${id}${state}`));
}
