import { readFileSync } from 'node:fs';
import { readStages } from '../../lib/stages.ts';
import { removeAssemblies, synthesiseWith } from '../lib/synthesised.ts';
import { stages } from '../lib/two-stages.ts';
import type { Figures } from './figures.ts';
import { costMarkdown } from './tables.ts';
import { idleMarkdown, lines, monthlyMarkdown } from './monthly-table.ts';

const figures = JSON.parse(readFileSync(new URL('figures/figures.json', import.meta.url), 'utf8')) as Figures;

const templates = {
  full: synthesiseWith({ monitoring: 'full' }).resources,
  basic: synthesiseWith({}).resources,
  none: synthesiseWith({ ...stages.dev, monitoring: 'none' }).resources,
};
removeAssemblies();

process.stdout.write(
  `${costMarkdown(figures)}\n${monthlyMarkdown(figures, templates)}\n${idleMarkdown(figures, templates)}\n${lines(figures, templates, readStages().prod!.throttling)}`,
);
