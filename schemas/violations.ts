/**
 * The meaning of each warning, by its code. The request is carried out, and `Job-Warning` has the code; with strict
 * handling each warning is a violation. Sentences are in Markdown.
 */
export const warnings = {
  field_unknown: 'The resource has no field of this name. It is ignored.',
  parameter_unknown: 'The operation has no query parameter of this name. It is ignored.',
  markup_removed: 'The HTML contains markup that is not allowed. It is removed.',
  markup_escaped:
    'Readers see tags as text, because the markup is escaped twice, such as `&lt;p&gt;` for `<p>`. It is stored as it was sent.',
  empty_ignored:
    'A field that always has a value was sent as `null` or `""`. It counts as not sent: an update keeps the current value, and a new job gets the default.',
  fixed_at_creation: 'The field is set at creation only. The different value is ignored.',
  close_date_past: 'The job is active, but its `closeDate` is in the past, so candidates do not see it.',
  amount_rounded:
    'The amount has a floating-point rounding error, such as 22.240000000000002 for 22.24. The rounded value is stored.',
  auto_refresh_without_effect:
    '`autoRefresh` is stored but has no effect, because the plan of the employer does not include auto-refresh.',
  pay_missing:
    'An active job in Ontario or British Columbia has no `salary`. The Employment Standards Act of Ontario and the Pay Transparency Act of British Columbia ask for the pay, or its range, in every advertised posting.',
  pay_range_wide:
    'The range of the `salary` of an active job in Ontario is wider than 50,000 a year, and ends at 200,000 a year or below. The Employment Standards Act of Ontario (O. Reg. 476/24) allows no wider one. A year has 12 months, 52 weeks, 260 days, and 52 times the most `hoursPerWeek`, or 40 hours.',
  vacancy_missing:
    'An active job in Ontario has no `vacancy`. The Employment Standards Act of Ontario asks whether the posting is for an existing vacancy.',
  ai_use_missing:
    'An active job in Ontario has no `usesAi`. The Employment Standards Act of Ontario asks whether artificial intelligence screens, assesses or selects applicants.',
  french_missing:
    'An active job in Quebec is not all in French: title and description (by `language`, or by their words), `benefits` or a question are not, and `translations` has no French for them. The message names them. The Charter of the French language asks for a posting in French at the same time, with the same reach, as one in another language.',
  employer_hidden:
    'An active job in Quebec is `confidential`, and candidates apply with the form of the service, which does not name the employer. Law 25 of Quebec asks that candidates are told for whom their data is collected.',
  experience_canadian:
    'The `title` or `description` of an active job in Ontario, or a translation of them, asks for “Canadian experience”, in English or French, which the Employment Standards Act of Ontario does not allow.',
} as const satisfies Record<string, string>;

/** Every rule that a request can break, by its code in `errors`. Sentences are in Markdown. */
export const violations = {
  required:
    'A required field is missing. Some fields are only required because of the value of another field.',
  wrong_type: 'The value has the wrong JSON type.',
  malformed: 'The value does not have the required format, such as a date, a URL or a single line of text.',
  not_allowed: 'The value is not one of the allowed values.',
  empty: 'The text is empty.',
  too_long: 'The text has too many characters.',
  too_few: 'The list has too few entries.',
  too_many: 'The list has too many entries.',
  too_small: 'The number is below the minimum.',
  too_large: 'The number is above the maximum.',
  too_many_decimals: 'The amount has more than four decimals, or the number of hours more than two.',
  repeated:
    'The query parameter is sent more than once, or the value is already there in a list without repetitions.',
  blank: 'The HTML has no text once the markup that is not allowed is removed.',
  below_amount: '`salary.maxAmount` is below `salary.amount`.',
  location_required: 'The description of the location is blank.',
  location_format: 'The description of the location is neither `City` nor `City, PR`.',
  location_province_unknown: 'The part after the comma is not a Canadian province or territory.',
  location_not_found: 'No Canadian place with this name is known.',
  location_wrong_province: 'The place is in another province.',
  location_ambiguous: 'Several places have this name, so the province code is required.',
  location_province_required: 'Only neighbourhoods have this name. A neighbourhood needs its province code.',
  question_unknown:
    'The job has no question with this id. Its questions may have changed since they were read.',
  consent_required: 'The candidate has not agreed that the application is stored and sent to the employer.',
  file_empty: 'The file has no content.',
  file_too_large: 'The file has too many bytes.',
  file_type: 'The name of the file does not have one of the endings that are accepted.',
  file_content:
    'The content of the file is not of the kind that the ending of its name, or its media type, says, or is not whole: a PDF begins with `%PDF-` and has its last line; DOCX and ODT are a ZIP archive from the first byte to the last, with their content type; DOC is an OLE file with the stream of a Word document; RTF begins with `{\\rtf` and ends with its closing brace. A text has a character that can be seen, and no control characters but tabs and line breaks. Refused are also what two programs could read differently: a ZIP archive with two names that are equal but for case, slashes or escapes, or with more than 4 MB in the parts that are read, and an object stream of a PDF that no program writes.',
  file_encoding: 'The text in the file is not in UTF-8.',
  file_macros:
    'The file contains what runs or is loaded when it is opened. PDF: the actions `JavaScript`, `Launch` and `Rendition`, and XFA forms, also in object streams unless the file is encrypted. DOCX: VBA projects, ActiveX controls, embedded objects, programs and documents with macros by their names, templates, frames and documents from elsewhere, inserted documents. ODT: Basic and scripts, also in objects, programs by their names, events and links that call macros, embedded objects of other programs, applets, plug-ins, floating frames. DOC: VBA projects, embedded objects and controls. RTF: objects, and templates from elsewhere.',
  image_animated: 'The image consists of several pictures.',
  image_dimensions: 'The image is too wide or too high, or has no picture.',
  file_unknown: 'The id is not that of a file for this job.',
  file_expired: 'The time for applying with the uploaded file is over.',
  file_missing: 'No file has been uploaded under the id, or another application has it.',
  ...warnings,
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof warnings;
export type ViolationCode = keyof typeof violations;
