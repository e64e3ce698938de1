import { readFileSync } from 'node:fs';
import type { Figures } from './figures.ts';
import { monthlyMarkdown } from './monthly-table.ts';

const saved = readFileSync(new URL('figures/figures.json', import.meta.url), 'utf8');

process.stdout.write(monthlyMarkdown(JSON.parse(saved) as Figures));
