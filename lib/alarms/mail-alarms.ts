import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { deadLetterRule, twoOfThree, sumOf, threeOfThree, type AlarmRule } from './alarm.ts';
import { loggedMetric, reputationMetric } from '../metrics.ts';
import type { Stage } from '../stages.ts';

/** The states in which SES reports that the mail of an application failed. */
const failedDeliveries = ['bounced', 'complained', 'refused', 'undelivered'] as const;

/** The alarms for delayed and undelivered mail, and for the account's reputation at SES. */
export const mailRules = (stage: Stage, deadLetters: Queue): AlarmRule[] => [
  {
    id: 'ApplicationsUnsent',
    level: 'basic',
    meaning: 'An application has been waiting to be mailed for a quarter of an hour.',
    action:
      'Runbook, "Mail has stopped": the log of Mail gives the reason; most often SES has paused the account, its quota is used up, or the domain is not verified. Nothing is lost: mail leaves when the reason is gone.',
    metric: loggedMetric(stage, 'sendApplications', 'oldest', {
      statistic: 'Maximum',
      label: 'Age of the oldest unsent mail, seconds',
    }),
    threshold: 15 * 60,
    periods: twoOfThree,
  },
  {
    id: 'SendMissing',
    level: 'basic',
    meaning: 'For some minutes, no run has sent mail, though there were such runs before.',
    action:
      'Check that the schedule of SendApplications is enabled; if it is, its log says why runs fail. Nothing is lost: the next run sends everything that is due.',
    metric: loggedMetric(stage, 'sendApplications', 'oldest', {
      statistic: 'SampleCount',
      label: 'Runs that send mail',
    }),
    countsRuns: true,
  },
  {
    id: 'ConfirmationsUnfinished',
    meaning:
      'For a quarter of an hour, runs that confirm applications to candidates ended before their queue did.',
    action:
      'Runbook, "Mail has stopped": lines of sendConfirmations in the log of Mail with "finished": false count what was sent, and why the rest was not. Nothing is lost: the next runs go on.',
    metric: loggedMetric(stage, 'sendConfirmations', 'unfinished'),
    threshold: 3,
    periods: threeOfThree,
  },
  {
    id: 'LinksUnfinished',
    meaning: 'For a quarter of an hour, runs that mail new links to recruiters ended before their queue did.',
    action:
      'Runbook, "Mail has stopped": lines of sendRecruitingLinks in the log of Mail say why. Nothing is lost: the next runs go on.',
    metric: loggedMetric(stage, 'sendRecruitingLinks', 'unfinished'),
    threshold: 3,
    periods: threeOfThree,
  },
  {
    id: 'ApplicationsUndelivered',
    meaning: 'The mail of an application did not reach the employer and will not be tried again.',
    action:
      'The log of Mail names employer, application and reason. Tell the employer, who can read the application meanwhile, to repair the applicationEmail of its jobs and to resend.',
    metric: sumOf(
      [
        loggedMetric(stage, 'sendApplications', 'failed'),
        ...failedDeliveries.map((name) => loggedMetric(stage, 'recordMailEvent', name)),
      ],
      'Mails that did not arrive',
    ),
  },
  {
    id: 'MailBounces',
    level: 'basic',
    meaning:
      'At least 3 % of the mails of the account bounce. At 5 % SES reviews the account, at 10 % it pauses it.',
    action: 'Runbook, "A storm of bounces or complaints": find the employer whose addresses are wrong.',
    metric: reputationMetric('Reputation.BounceRate', 'Mails that bounce'),
    threshold: 0.03,
  },
  {
    id: 'MailComplaints',
    level: 'basic',
    meaning:
      'At least 0.05 % of the mails of the account are reported as spam. At 0.1 % SES reviews the account, at 0.5 % it pauses it.',
    action:
      'Runbook, "A storm of bounces or complaints": find the employer who did not expect the mail, and suspend it if need be.',
    metric: reputationMetric('Reputation.ComplaintRate', 'Mails that are reported as spam'),
    threshold: 0.0005,
  },
  deadLetterRule(deadLetters, {
    id: 'MailEventDeadLetters',
    meaning: 'What SES reported of a mail could not be recorded.',
    action:
      'Runbook, "Dead letters": the message holds the event, and the log of Mail gives the reason. The mail itself is not concerned: only the state of its application is behind. Call RecordMailEvent with the event again, then delete the message.',
  }),
];
