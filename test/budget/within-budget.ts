import { relativeCost, type Command } from './relative-cost.ts';

/** How far a run may exceed its budget: the ratio varies by a tenth between runs. */
const TOLERANCE = 1.15;

const rounded = (number: number) => number.toFixed(1);

/**
 * Runs a command, prints its cost, and returns the exit code of the command, or 1 if it cost more than 1.15 times the
 * budget, which is a multiple of the calibration's CPU seconds.
 */
export async function withinBudget(
  budget: number,
  command: Command,
  calibration: Command,
  say: (text: string) => void,
): Promise<number> {
  const { exitCode, seconds, calibrations, cost } = await relativeCost(command, calibration);
  const most = budget * TOLERANCE;
  const isWithin = cost <= most;
  say(
    `${command.join(' ')}: ${rounded(seconds)} s of CPU, ${rounded(cost)} times a calibration of ` +
      `${calibrations.map(rounded).join(' and ')} s. The budget is ${budget}, and the limit ${rounded(most)}` +
      `${isWithin ? '.' : ': too much. Make tests cheaper, or say in the commit why the budget is raised.'}\n`,
  );
  return exitCode || (isWithin ? 0 : 1);
}
