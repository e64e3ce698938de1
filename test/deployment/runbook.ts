import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedBlocks, section } from '../setup/markdown.ts';

const docs = join(import.meta.dirname, '../../docs');

const sectionOf = (page: string, title: string) =>
  section(readFileSync(join(docs, `${page}.md`), 'utf8'), title);

/** The blocks of commands in a section of docs/, each as a script that stops at its first error. */
export const documentedScripts = (page: string, title: string): string[] =>
  fencedBlocks(sectionOf(page, title).replaceAll(/^ {3}/gm, '')).map(({ code }) => `set -e\n${code}`);

/** The commands of docs/ that the rehearsal runs: the page, the section, and the beginning of the command. */
const commands = {
  bootstrap: ['deploying', 'Deploy', 'npx cdk bootstrap'],
  deploy: ['deploying', 'Deploy', 'npx cdk deploy --all -c stage=prod'],
  allowDeletion: [
    'deploying',
    'The first deployment failed',
    'aws cloudformation update-termination-protection',
  ],
  attachAdminPolicy: ['deploying', 'Run the admin command', 'aws iam attach-role-policy'],
  createEmployer: ['running', 'The first employer', 'npm run -s admin'],
  smoke: ['deploying', 'Try a stage', 'JOB_POSTING_API_KEY'],
  leaveSandbox: ['deploying', 'Leave the sandbox of Amazon SES', 'aws sesv2 put-account-details'],
  receiveDeadLetter: ['alarms', 'Dead letters', 'aws sqs receive-message'],
  invoke: ['alarms', 'Dead letters', 'aws lambda invoke'],
  deleteDeadLetter: ['alarms', 'Dead letters', 'aws sqs delete-message'],
  purgeDeadLetters: ['alarms', 'Dead letters', 'aws sqs purge-queue'],
  startMaintenance: ['alarms', 'Maintenance', 'npx cdk deploy'],
  deployRestored: ['alarms', 'Restore the table', 'npx cdk deploy'],
  destroy: ['deploying', 'Delete a stage', 'npx cdk destroy'],
  copyFiles: ['deploying', 'Make a stage again', 'aws s3 sync'],
} as const;

type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as CommandName[];

/** A command as its section of docs/ shows it, in a block or inline. Throws when the section does not contain it. */
export function documented(name: CommandName): string {
  const [page, title, beginning] = commands[name];
  const command = sectionOf(page, title)
    .replaceAll(/\\\n\s*/g, '')
    .split(/[\n`|]/)
    .map((line) => line.trim())
    .find((line) => line.startsWith(beginning));
  if (command === undefined) throw new Error(`docs/${page}.md, "${title}", shows no ${beginning}.`);
  return command;
}
