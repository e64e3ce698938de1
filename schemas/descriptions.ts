import { RESUME_MAX_BYTES, resumeTypes } from './application.ts';
import { changeName, changingFields, changingOfApplications, longFields, typeName } from './event.ts';
import { exactFileSize } from './file-size.ts';
import { jobFields } from './job-guide.ts';
import { JobRecord } from './job.ts';
import { BODY_MAX_BYTES } from './limits.ts';
import type { PublicJob } from './public-job.ts';
import { SHOWN_ATTEMPTS } from './webhook.ts';

/** The purpose of a parameter, by its name. */
export const parameterDescriptions: Record<string, string> = {
  id: 'The id assigned by the service.',
  q: 'The text to search for, ignoring case and accents.',
  referenceId: 'Your own id of an entry to list; up to 100 of them for jobs, in 8,000 bytes.',
  status: 'Only jobs with this status.',
  updatedSince: 'Only jobs that changed at or after this time, the oldest change first.',
  prefix: 'Only those that begin with this text, in the same letter case.',
  types: 'Only entries of these types, separated by commas.',
  state: 'Only applications in this state.',
  stage: 'Only applications in this stage.',
  email: 'Only applications of the candidate with this e-mail address, whatever its letter case.',
  limit: 'The number of entries to list.',
  pageSize: 'The number of entries on a page.',
  page: 'The number of the page, from 1.',
  employer: 'The id of the employer.',
  after: 'Where the list goes on, copied from `paging.next`; what it names need not exist any more.',
  before: 'Only events before the one with this `id`.',
};

/** The names of an entry's fields, in the list at the given path. */
const entryFields = (path: string) => ({ id: `An id from \`GET ${path}\`.`, name: 'The name to display.' });

const listFields = { data: 'The entries, by id.' };

const pagedFields = { data: 'One page of entries.', paging: 'The position of the page in the whole list.' };

/** The fields of a cursor-based list. */
const cursorFields = (data: string) => ({ data, paging: 'Where the list goes on.' });

const isTest = 'true for a test employer, and otherwise not there.';

const applicationFields = {
  id: 'Assigned by the service; it never changes.',
  referenceId: 'Your own id for an application that you sent yourself, unique among yours.',
  receivedAt: 'When the application was stored or came to you, in UTC.',
  job: 'The job, as it was when the application was received.',
  name: "The candidate's name.",
  email: "The candidate's e-mail address.",
  telephone: "The candidate's telephone number.",
  coverLetter: 'A letter in plain text.',
  resume: 'The file with the résumé.',
  answers: 'The answers to the questions of the job, in their order.',
  source:
    'From where the candidate came, by `source` or `utm_source` of the address of the posting or what the sender said.',
  language: 'The language in which the candidate applied.',
  consent: 'What the candidate agreed to.',
  stage: 'What you say has become of the candidate.',
  stageChangedAt: 'When you last changed the stage, in UTC; null if you never did.',
  state: 'What has become of the application.',
  failure: 'Why its mail did not arrive or was not welcome: of bounced, complained and failed alone.',
  confirmation:
    'What has become of the mail that confirms the application, in the words of `state`; null if there is none.',
  test: isTest,
  repeatOf:
    "The id of the same candidate's previous application for this job, or null. It may have been erased since.",
};

const candidateFields = {
  id: applicationFields.id,
  receivedAt: applicationFields.receivedAt,
  name: 'The name of the candidate, in one line.',
  email: 'The e-mail address of the candidate, without an encoded word (`=?`).',
  telephone: 'The telephone number in one line.',
  coverLetter: 'The letter as plain text. Required when there is no resume.',
  resume: 'The résumé. Required when there is no coverLetter.',
  answers: 'The answers to the questions of the job, in any order.',
  source: 'From where the candidate came, such as a newsletter.',
  consent: 'Whether the candidate agrees that the application is stored and sent to the employer: true.',
};

const salaryFields = {
  amount: 'Dollars per period. Responses have four decimals.',
  maxAmount: 'The upper end of a range; it cannot be below amount.',
  period: 'The period of the amount. Required with amount.',
  plusCommission: 'Whether a commission is paid on top; by default false.',
};

const postingFields = {
  ...jobFields,
  id: 'The id of the job, or the random name of a confidential job.',
  url: 'The page of the posting.',
  applyUrl: 'Where candidates apply.',
  employer: 'The employer; null if the job is confidential.',
  firstPublished: 'The day the job first became active.',
} satisfies Record<keyof PublicJob, string>;

/** Where a request breaks a rule. */
const violationLocation = {
  pointer: 'The field of the body, as a JSON Pointer (RFC 6901).',
  parameter: 'The name of the query parameter.',
  header: 'The name of the header.',
};

const batchFields = {
  operation: 'What to do.',
  id: 'The id of the job.',
  referenceId: 'Your own id for the job, instead of its `id`.',
  body: 'The body of the single request.',
  idempotencyKey: 'As the header Idempotency-Key of the single request.',
  ifMatch: 'As the header If-Match of the single request.',
};

const resultFields = {
  status: 'The HTTP status that the single request would have.',
  problem: 'Why the operation failed.',
  warnings: 'Warnings about an operation that was carried out.',
};

const validationFields = {
  valid: 'Whether the real request would be carried out.',
  effect: 'What the real request would do to the job.',
  job: 'The record that the job would become.',
  warnings: 'The warnings that the real request would cause.',
};

const countedFields = {
  succeeded: 'The number of operations with a status below 400.',
  failed: 'The number of the others.',
  results: 'One result for each operation, in order.',
};

const employerFields = {
  name: 'Your name, as candidates see it.',
  about: 'What you say about yourself, as HTML like a job description.',
  website: 'Your own website.',
  color: 'The color of links and buttons on your pages, such as #0b5cad.',
  privacyUrl: 'Where you say what you do with the data of candidates.',
  accommodation: 'How candidates ask for adjustments, as plain text on your postings and forms.',
  contactEmail:
    'Whom the operator can write to, and who gets a mail when a webhook of yours is disabled, or null. Candidates never see it.',
  language: 'The language of your mail, and of texts whose language is not clear; at first en.',
  translations:
    'about and accommodation in the other language, such as {"fr": {"about": "…"}}. An update replaces it whole.',
  confirmation: 'Whether candidates get a mail that confirms their application; by default true.',
  showStage: 'Whether candidates see the stage of their application on its page; by default false.',
  recruitingPage:
    'Whether the mails of applications lead to a page with all applications for their job; by default true.',
  logo: 'The address of your logo, which changes with it.',
};

const createdBy = 'Who created it, also by a key that it made; null if unknown.';

const webhookFields = {
  id: 'Assigned by the service; it never changes.',
  createdBy: `${createdBy} Who changes the url becomes its creator.`,
  url: 'Where events are sent to: an https:// URL with a dot in its host, and no port, user or password.',
  types: 'The types of events that are sent; null for all.',
  description: 'A note of your own.',
  status: 'Whether events are sent. disabled is set by the service alone; send active to resume.',
  reason:
    'Why the webhook is disabled: its receiver answered 410 (`gone`), all attempts at an event failed (`failed`), or its next event is no longer kept (`events_expired`).',
  cursor:
    'The id of the last event that was delivered. Send another one to get the events after it again. Null for a webhook of a partner.',
  failures: 'How many attempts have failed since the last success.',
  nextAttemptAt: 'When the next attempt is due, if the last one failed.',
  attempts: `The last ${SHOWN_ATTEMPTS} attempts, oldest first.`,
  secret: 'What you verify signatures with, shown in this response alone.',
};

const attemptFields = {
  at: 'When the attempt began.',
  employer: 'Of a webhook of a partner, the employer whose event it was.',
  event: 'The id of the event.',
  status: 'The status of the response, or null if there was none.',
  error: 'Why there was no response.',
  milliseconds: 'How long the attempt took.',
};

const locationFields = {
  id: 'Assigned by the service; it never changes.',
  name: 'The name without the province.',
  description:
    'The name, a comma and the province code: "Vancouver, BC". With workplace remote also a province or the country: "Ontario", "ON", "Canada".',
  type: 'What kind of place it is.',
};

/** The descriptions of fields whose schema has the name of the field. */
const jobFieldSchemas = Object.fromEntries(
  Object.entries(JobRecord.properties).flatMap(([field, schema]) =>
    '$id' in schema && schema.$id === typeName(field)
      ? [[schema.$id, { summary: jobFields[field as keyof typeof jobFields] }]]
      : [],
  ),
);

const accountFields = {
  id: 'Assigned by the service. Send it as Employer-Id to work for the employer.',
  referenceId: 'Your own id for the employer, unique among yours.',
  name: 'The name that candidates see.',
  plan: 'The plan of the employer, which the operator can change.',
  test: 'Whether the employer is there to try the service; given at creation, for good.',
  suspendedAt: 'When the employer was suspended.',
  deletionRequestedAt: 'When you asked for the deletion of the employer.',
  createdAt: 'When the employer was created.',
  lastEvent: 'The id of its newest event; 0 before the first.',
  suspended: 'Whether to suspend the employer, or to end a suspension.',
};

const keyFields = {
  id: 'The id of the key: that of its account, and eight characters.',
  label: 'What the key is for.',
  permissions: 'What the key may do, for example `jobs:write`; null, the default, for everything.',
  createdAt: 'When the key was created.',
  createdBy,
  lastUsedAt: 'When it was last used, to the hour; null for never.',
  expiresAt: 'When it ends, in the future; null for never.',
  current: 'Whether it is the key of this request.',
  key: 'The key itself, shown in this response alone.',
};

const partnerFields = {
  id: 'Assigned by the service; it never changes.',
  name: 'Your name.',
  plan: 'Your plan, which your new employers get.',
  maxEmployers: 'How many employers you may have.',
  employers: 'How many employers you have.',
  contactEmail: 'Whom the operator can write to, and who gets a mail when a webhook of yours is disabled.',
};

const changedFields = 'The fields to change.';

/** The description of each schema and of its fields, by the schema's name. */
export const schemaDescriptions: Record<string, { summary: string; fields?: Record<string, string> }> = {
  LocationType: {
    summary: 'The kinds of places: a city is a `Town`.',
  },
  JobStatus: { summary: 'The status of a job.' },
  ...jobFieldSchemas,
  HoursPerWeekRange: {
    summary: 'A range of hours.',
    fields: { min: 'The least hours in a week.', max: 'The most hours in a week, not below min.' },
  },
  Translations: {
    summary: 'The texts of a job by language, without its own.',
    fields: { en: 'The posting in English.', fr: 'The posting in French.' },
  },
  TranslatedQuestion: {
    summary: 'A question of the job in another language.',
    fields: {
      id: 'The id of the question.',
      text: 'What is asked.',
      options: 'All its options, in order.',
    },
  },
  ...Object.fromEntries(
    ['English', 'French'].map((language) => [
      `${language}Translation`,
      {
        summary: `The posting in ${language}.`,
        fields: {
          title: 'The job title.',
          description: 'HTML, as that of the job.',
          benefits: 'Shown in place of those of the job.',
          questions: 'Questions of the job.',
        },
      },
    ]),
  ),
  JobRecord: {
    summary: 'A job in a response.',
    fields: jobFields,
  },
  JobHeader: { summary: 'A job in a list, without its details.', fields: jobFields },
  JobCreate: {
    summary: 'A job to create.',
    fields: jobFields,
  },
  JobUpdate: { summary: changedFields, fields: jobFields },
  JobUpsert: {
    summary: 'A job to update or create, identified by its referenceId.',
    fields: jobFields,
  },
  JobReference: { summary: 'Identifies a job by its referenceId.', fields: jobFields },
  Question: {
    summary: 'A question to candidates.',
    fields: {
      id: 'Your own name for the question, which no other question of the job has; by default made of what is asked.',
      text: 'What is asked.',
      type: 'How it is answered: shortText, one line of at most 255 characters; longText, at most 5,000; yesNo; choice, one of the options; choices, some of them; number; date.',
      required: 'Whether candidates must answer; by default false.',
      options: 'The 2 to 50 options of a choice or choices, each another one; otherwise `[]`.',
    },
  },
  Answer: {
    summary: 'An answer to a question.',
    fields: { question: 'The question, as it was asked.', value: 'The answer.' },
  },
  AnsweredQuestion: {
    summary: 'A question, as it was asked.',
    fields: { id: 'Your own name for the question.', text: 'What was asked.', type: 'How it was answered.' },
  },
  AnswerCreate: {
    summary: 'An answer to a question of the job.',
    fields: { question: 'The id of the question.', value: 'The answer; null, "" and `[]` are none.' },
  },
  AnswerValue: {
    summary:
      'A text, for shortText and longText; an option, for choice; options, for choices; true or false, for yesNo; a number from 0 on, of at most 11 digits and four decimals; a date from 1950 on, YYYY-MM-DD.',
  },
  QuestionType: { summary: 'How a question is answered.' },
  PublicJob: { summary: 'An open posting as everyone may see it.', fields: postingFields },
  PublicSalary: {
    summary: 'The salary of a posting.',
    fields: {
      ...salaryFields,
      amount: 'The amount per period.',
      currency: 'The currency, as a code of ISO 4217.',
    },
  },
  ApplicationRecord: {
    summary: 'An application in a response.',
    fields: applicationFields,
  },
  Resume: {
    summary: 'The file with a résumé.',
    fields: {
      fileName: 'The name of the file.',
      mediaType: 'The type of the file, recognised by its content.',
      size: 'The size in bytes.',
    },
  },
  Consent: {
    summary: 'What a candidate agreed to.',
    fields: {
      text: 'The sentence, in the language of the candidate.',
      at: 'When the candidate agreed, in UTC.',
      language: 'The language of the sentence.',
    },
  },
  ApplicationStage: {
    summary: 'What the employer says has become of the candidate; at first new.',
  },
  ApplicationUpdate: {
    summary: 'What you say of an application.',
    fields: { stage: applicationFields.stage },
  },
  ApplicationState: {
    summary:
      'What has become of an application. held: something looked like abuse, and you decide; stored: you sent it yourself, and it is not mailed; queued: its mail is due; sending: its mail is on its way; sent: a mail server took it over; delivered: your mail server accepted it; bounced: your mail server refused it; complained: somebody marked it as unwanted; failed: it could not be mailed.',
  },
  ApplicationFailure: {
    summary: 'What kept a mail from arriving.',
    fields: {
      code: 'address_refused: there is no such mailbox, or it takes no mail from the service; mailbox_full: it is full; mail_refused: the mail itself was refused; undelivered: it did not arrive in all attempts; complaint: somebody marked it as unwanted; suspended: the account was suspended first.',
      address: 'The address to which the mail went.',
    },
  },
  ApplicationList: { summary: 'A page of applications.', fields: cursorFields('At most 100 applications.') },
  JobApplicationList: {
    summary: 'A page of the applications for a job.',
    fields: {
      clicks: "How often candidates followed the job to the employer's own website.",
      ...cursorFields('At most 100 applications.'),
    },
  },
  EventType: {
    summary: 'What happened. A change of a status is a `job.updated`; a `job.refreshed` moved `publishDate`.',
  },
  Event: {
    summary: 'A change that was made.',
    fields: {
      id: 'The number of the event in its log.',
      log: 'The log that its number belongs to.',
      type: 'What happened.',
      timestamp: 'When it happened, in UTC.',
      employer: 'The employer that it is about.',
      data: 'What it happened to, and by whom.',
    },
  },
  EventLog: {
    summary: 'The log of an employer, or that of a partner: it has one of the two fields.',
    fields: { employer: 'The id of the employer.', partner: 'The id of the partner.' },
  },
  EventEmployer: {
    summary: 'The employer of an event.',
    fields: {
      id: 'The id of the employer.',
      referenceId: "The partner's own id for the employer now, or null without a partner.",
      test: isTest,
    },
  },
  EventData: {
    summary: 'What an event is about.',
    fields: {
      job: 'The job, or the one that the application is for.',
      application: 'The application.',
      version: 'The version of the job after the event.',
      changes: 'What a `job.updated`, `job.refreshed` or `application.updated` changed.',
      fields: 'The names of the fields that an update of the account changed.',
      key: 'The API key.',
      webhook: 'The webhook.',
      skipped: 'The event that a `webhook.skipped` is about.',
      failure: 'Why a mail did not arrive or was not welcome.',
      by: 'Who made the change.',
    },
  },
  EventJob: {
    summary: 'The job of an event.',
    fields: { id: jobFields.id, referenceId: 'Your own id for the job at that time.' },
  },
  EventKey: {
    summary: 'The API key of an event.',
    fields: {
      id: 'The id of the key, which is not the key itself.',
      label: 'What it is called.',
      permissions: 'What it may do; absent when it may do everything.',
    },
  },
  EventWebhook: {
    summary: 'The webhook of an event.',
    fields: { id: 'The id of the webhook.', reason: 'Why the service has disabled it.' },
  },
  SkippedEvent: {
    summary: "An event that a partner's webhook does not get.",
    fields: { employer: 'The account in whose log it is.', event: 'Its id there.' },
  },
  EventApplication: {
    summary: 'The application of an event.',
    fields: { id: applicationFields.id, state: 'The state of the application at that time.' },
  },
  JobChanges: {
    summary: 'The fields that changed, as the job or the application shows them.',
    fields: {
      ...jobFields,
      ...Object.fromEntries(longFields.map((field) => [field, 'That it changed; get the job to read it.'])),
      stage: 'The stage of the application.',
      state: 'The state of the application, which you released.',
    },
  },
  ...Object.fromEntries(
    [...changingFields, ...changingOfApplications].map((field) => [
      changeName(field),
      {
        summary: `A change of \`${field}\`.`,
        fields: { from: 'The value before.', to: 'The value after.' },
      },
    ]),
  ),
  ...Object.fromEntries(
    longFields.map((field) => [
      changeName(field),
      { summary: `A change of \`${field}\`.`, fields: { changed: 'Always true.' } },
    ]),
  ),
  EventFailure: {
    summary: 'What kept a mail from arriving.',
    fields: {
      code: 'The reason, as in the `failure` of the application.',
      reason: 'The reason, for people.',
    },
  },
  Actor: {
    summary: 'Who made a change.',
    fields: {
      type: 'key: a request with an API key; schedule: the service itself; candidate: by applying or withdrawing; mail: what became of a mail.',
      id: 'The id of the API key.',
      label: 'What the API key is called.',
      name: 'The name of the operator, if it is known.',
      partner: 'The partner whose API key it is.',
    },
  },
  ActingPartner: {
    summary: 'A partner that acts for an employer.',
    fields: { id: 'The id of the partner.', name: 'The name that it had.' },
  },
  EventList: { summary: 'Some events, oldest first.', fields: cursorFields('At most 100 events.') },
  EventPaging: {
    summary: 'Where the list of events goes on.',
    fields: {
      next: 'The URL to ask next, also at the end of the list.',
      more: 'Whether there is more already.',
      latest: 'The id of your newest event, 0 before the first.',
    },
  },
  EventHistory: {
    summary: 'Some events about a job, newest first.',
    fields: cursorFields('At most 100 events.'),
  },
  HistoryPaging: {
    summary: 'Where the history of a job goes on.',
    fields: {
      next: 'The URL of the next page, or null at the end.',
      more: 'Whether there is a next page.',
    },
  },
  Employer: {
    summary: 'The employer of a job.',
    fields: {
      id: 'Assigned by the service; it never changes.',
      name: 'The name to display.',
      test: isTest,
    },
  },
  AppliedJob: {
    summary: 'The job of an application, as it was when the application was received.',
    fields: { id: jobFields.id, referenceId: 'Your own id for the job.', title: jobFields.title },
  },
  Salary: {
    summary: 'The salary of a job.',
    fields: {
      ...salaryFields,
      currency: 'The currency of the service, as a code of ISO 4217: any other is refused.',
    },
  },
  Location: { summary: 'A place in Canada.', fields: locationFields },
  JudgedLocation: { summary: 'A place in Canada. A new place has no id yet.', fields: locationFields },
  ApplicationCreate: {
    summary: 'An application for a job.',
    fields: candidateFields,
  },
  ApplicationImport: {
    summary: 'An application that came another way.',
    fields: {
      ...candidateFields,
      referenceId: applicationFields.referenceId,
      resume: 'The résumé.',
      receivedAt: 'When it came to you, not in the future; without it, now.',
      mail: 'Whether it is mailed to the applicationEmail of the job; by default false.',
    },
  },
  ResumeImport: {
    summary: 'A file with a résumé.',
    fields: { fileName: 'The name of the file.', content: 'Its bytes in base64.' },
  },
  ApplicationForm: {
    summary:
      'An application for a job as form data. A field `answer.<id>`, or `answer.<id>[]`, has the answer to the question with this id (`yes` or `no` for yesNo), several of them for several options.',
    fields: {
      ...candidateFields,
      resume: `The file of the résumé, at most ${exactFileSize(RESUME_MAX_BYTES)}, or the id of an uploaded one. Required when there is no coverLetter.`,
    },
  },
  ResumeCreate: {
    summary: `A file: ${Object.keys(resumeTypes).join(', ')}, without macros, embedded objects and scripts. Either fileName and content, or file.`,
    fields: {
      fileName: 'The name of the file. Its ending says of what kind it is.',
      content: `The bytes in base64, at most ${exactFileSize(RESUME_MAX_BYTES)}.`,
      file: 'The id of a file that was uploaded for this job.',
    },
  },
  ResumeAddress: {
    summary: 'From where a file can be downloaded.',
    fields: {
      url: 'The address. Send no API key there.',
      expiresAt: 'Until when it is good.',
    },
  },
  UploadCreate: {
    summary: 'A file to upload.',
    fields: { fileName: 'The name of the file. Its ending says of what kind it is.' },
  },
  Upload: {
    summary: 'What allows one file to be uploaded.',
    fields: {
      id: 'Identifies the file in an application.',
      upload: 'Where the file is sent within an hour, as form data.',
      expiresAt: 'Until when an application may name the file.',
    },
  },
  UploadForm: {
    summary: 'A form that uploads a file.',
    fields: { url: 'The address to POST to.', fields: 'The fields to send before the file.' },
  },
  UploadFields: { summary: 'Fields by their names, to send unchanged and all of them.' },
  ApplicationReceipt: { summary: 'An application that was stored.', fields: candidateFields },
  CategoryId: { summary: 'The id of a kind of work.' },
  PositionTypeId: { summary: 'The id of a type of employment.' },
  SalaryPeriodId: { summary: 'The id of the period that a salary is paid for.' },
  ApplicantRoutingTypeId: { summary: 'The id of how candidates apply.' },
  CategoryList: { summary: 'All kinds of work.', fields: listFields },
  PositionTypeList: { summary: 'All types of employment.', fields: listFields },
  SalaryPeriodList: { summary: 'All periods that a salary can be paid for.', fields: listFields },
  ApplicantRoutingTypeList: { summary: 'All ways in which candidates can apply.', fields: listFields },
  Category: { summary: 'A kind of work.', fields: entryFields('/jobcategories') },
  PositionType: { summary: 'A type of employment.', fields: entryFields('/positiontypes') },
  SalaryPeriod: {
    summary: 'The period that a salary is paid for.',
    fields: { ...entryFields('/salaryperiods'), unit: 'The period as a noun.' },
  },
  ApplicantRoutingType: { summary: 'How candidates apply.', fields: entryFields('/applicantroutingtypes') },
  JobList: { summary: 'One page of jobs.', fields: pagedFields },
  PublicJobList: { summary: 'Some open postings.', fields: cursorFields(pagedFields.data) },
  LocationList: { summary: 'One page of places.', fields: pagedFields },
  Paging: {
    summary: 'The position of a page in the whole list; with `updatedSince`, only `next`.',
    fields: {
      total: 'The number of entries on all pages together.',
      page: 'The number of this page.',
      pages: 'The number of pages; 0 when there are no entries.',
      pageSize: 'The number of entries on a page.',
      previous: 'The URL of the previous page.',
      next: 'The URL of the next page.',
    },
  },
  CursorPaging: {
    summary: 'Where the list goes on.',
    fields: { next: 'The URL of the next page, or null at the end.' },
  },
  Batch: {
    summary: 'The body of a batch.',
    fields: { operations: 'At most 100, no two of them about the same job.' },
  },
  BatchOperation: { summary: 'An operation of a batch.' },
  BatchCreate: { summary: 'As `POST /jobs`.', fields: batchFields },
  BatchUpsert: { summary: 'As `PUT /jobs`.', fields: batchFields },
  BatchUpdate: { summary: 'As `PUT /jobs/{id}`.', fields: batchFields },
  BatchDelete: {
    summary: 'As `DELETE /jobs/{id}`, or as `DELETE /jobs` with a `referenceId`.',
    fields: batchFields,
  },
  ApplicationBatch: {
    summary: 'The body of a batch.',
    fields: { operations: 'At most 100, no two of them about the same application.' },
  },
  ApplicationBatchOperation: { summary: 'An operation of a batch.' },
  BatchApplicationUpdate: {
    summary: 'As `PUT /applications/{id}`.',
    fields: { ...batchFields, id: 'The id of the application.' },
  },
  BatchApplicationDelete: {
    summary: 'As `DELETE /applications/{id}`.',
    fields: { ...batchFields, id: 'The id of the application.' },
  },
  ApplicationBatchResults: { summary: 'Results of a batch.', fields: countedFields },
  ApplicationBatchResult: {
    summary: 'What became of an operation.',
    fields: {
      ...resultFields,
      effect: 'What the operation did to the application.',
      etag: 'The version of the application; with a 412, the current one.',
      retryAfter: 'Seconds to wait before you repeat it.',
      application: 'The application as it is now.',
    },
  },
  BatchResults: { summary: 'Results of a batch.', fields: countedFields },
  BatchResult: {
    summary: 'What became of an operation.',
    fields: {
      ...resultFields,
      effect: 'What the operation did to the job.',
      id: 'The id of the job.',
      etag: 'The version of the job; with a 412, the current one.',
      replayed: 'true for the stored response to an earlier operation with this key.',
      retryAfter: 'Seconds to wait before you repeat it.',
      job: 'The job as it is now.',
      postingUrl: 'That of the job, with `Prefer: return=minimal`.',
    },
  },
  JobOrBatch: { summary: 'A job to create, or operations of a batch.' },
  UpsertOrBatch: { summary: 'A job to update or create, or operations of a batch.' },
  JudgementOrResults: { summary: 'The judgement of a job, or of each operation of a batch.' },
  Judgement: { summary: 'What a valid request would do.', fields: validationFields },
  JudgementResults: { summary: 'The operations of a batch, each judged alone.', fields: countedFields },
  JudgementResult: {
    summary: 'What an operation would do, or why it would fail.',
    fields: {
      ...resultFields,
      ...validationFields,
      etag: 'The current version of the job, with a 412.',
      retryAfter: 'Seconds to wait before you repeat it.',
    },
  },
  JudgedJob: {
    summary:
      'The record that a job would become. A new job has no `id`, `publishDate` and posting, a new place no id.',
    fields: jobFields,
  },
  Warning: {
    summary: 'A warning about a request that was carried out.',
    fields: {
      ...violationLocation,
      code: 'The warning, for programs.',
      message: 'The warning, for people.',
      removed: 'What was removed, with the length of lost text first: `1203 characters of text, title`.',
    },
  },
  ReferenceList: {
    summary: 'The referenceIds of your jobs, sorted.',
    fields: { data: 'The referenceIds with their jobs.', paging: 'Where to read on.' },
  },
  Reference: {
    summary: 'A referenceId and the job that has it.',
    fields: {
      referenceId: 'Your own id for the job.',
      id: 'The id of the job.',
      status: 'The status of the job.',
    },
  },
  ProfileTranslations: {
    summary: 'The texts of a profile by language, without its own.',
    fields: { en: 'In English.', fr: 'In French.' },
  },
  ProfileTexts: {
    summary: 'Texts of the profile in another language.',
    fields: { about: 'HTML, as that of the profile.', accommodation: 'As plain text.' },
  },
  EmployerRecord: {
    summary: 'Your profile in a response.',
    fields: employerFields,
  },
  EmployerUpdate: { summary: changedFields, fields: employerFields },
  Language: { summary: 'English or French.' },
  EmployerAccount: { summary: 'An employer of a partner.', fields: accountFields },
  ListedEmployer: { summary: 'An employer of a partner in a list.', fields: accountFields },
  EmployerList: { summary: 'Some employers, by their ids.', fields: cursorFields('At most 100 employers.') },
  EmployerAccountUpsert: {
    summary: 'An employer to update or create, identified by its referenceId. A new one needs a name.',
    fields: accountFields,
  },
  EmployerAccountUpdate: { summary: changedFields, fields: accountFields },
  KeyRecord: { summary: 'An API key. The key itself cannot be shown again.', fields: keyFields },
  KeyList: { summary: 'Your API keys.', fields: { data: 'The keys that work, oldest first.' } },
  KeyCreate: { summary: 'An API key to create.', fields: keyFields },
  KeyUpdate: { summary: changedFields, fields: keyFields },
  Creator: {
    summary: 'Who created a key or a webhook.',
    fields: { type: 'What kind of account it was.', id: 'The id of the account; null for an operator.' },
  },
  NewKey: { summary: 'A new API key.', fields: keyFields },
  PartnerRecord: { summary: 'A partner in a response.', fields: partnerFields },
  PartnerUpdate: { summary: changedFields, fields: partnerFields },
  WebhookRecord: {
    summary: 'A webhook in a response.',
    fields: webhookFields,
  },
  WebhookRecordList: { summary: 'Your webhooks.', fields: listFields },
  NewWebhook: { summary: 'A new webhook with its secret.', fields: webhookFields },
  WebhookCreate: { summary: 'A webhook to create.', fields: webhookFields },
  WebhookUpdate: { summary: changedFields, fields: webhookFields },
  NewWebhookSecret: {
    summary: 'A new secret of a webhook.',
    fields: { ...webhookFields, formerUntil: 'Until when the former secret signs as well.' },
  },
  DeliveryAttempt: {
    summary: 'An attempt to deliver an event.',
    fields: {
      ...attemptFields,
      skipped: 'true if it was the last one, and the event was skipped; otherwise not there.',
    },
  },
  WebhookTrial: { summary: 'What became of a test event.', fields: attemptFields },
  Problem: {
    summary: 'Why a request failed: problem details (RFC 9457).',
    fields: {
      type: 'The path of the page that explains this kind of error.',
      title: 'The kind of error in a few words.',
      status: 'The HTTP status of the response.',
      detail: 'The rule that this request breaks, and what is allowed.',
      message: 'The same text as detail.',
      code: 'The kind of error, for programs.',
      requestId: 'The id of the request, for questions.',
      errors: 'Every rule the request breaks, at most 100.',
      existingJob: 'The job that already has the referenceId.',
      oldestEventId: 'The id of the oldest event that is kept.',
      outcome: 'Whether the change was made: not-applied means no, unknown maybe.',
    },
  },
  ExistingJob: {
    summary: 'The job that already has a referenceId.',
    fields: { id: 'The id of the job.', href: 'The path of the job.' },
  },
  Throttled: {
    summary: 'What the gateway says when it accepts no more requests.',
    fields: { message: 'The reason, for people.' },
  },
  Violation: {
    summary: 'One broken rule.',
    fields: {
      ...violationLocation,
      code: 'The rule, for programs. The page about `validation_failed` explains each code.',
      message: 'The rule and the allowed values, for people.',
    },
  },
};

/** The description of the whole service, in Markdown. */
export const serviceDescription = `Create, read, update, archive, delete and list job postings. Bodies are JSON objects in UTF-8, at most ${BODY_MAX_BYTES / 1024} KiB, sent with \`Content-Type: application/json\`.

Dates are calendar dates, \`YYYY-MM-DD\`. Amounts are exact decimals with at most four decimal places. In responses, null means no value: jobs and pages of lists leave no field out. Ignore fields you do not know.

Every error has the same schema, [Problem](#problems), and lists every broken rule.`;
