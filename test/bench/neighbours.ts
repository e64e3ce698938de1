import { neighbourMarkdown } from './neighbour-table.ts';

process.stdout.write(neighbourMarkdown());
