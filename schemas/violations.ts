/**
 * What a warning is about, by its code: the request is carried out, and `Job-Warning` names the code. Under strict
 * handling each is a violation. Sentences in Markdown.
 */
export const warnings = {
  field_unknown: 'The resource has no such field. It is ignored.',
  parameter_unknown: 'The operation has no such query parameter. It is ignored.',
  markup_removed: 'The description has markup that is not allowed. It is removed.',
  empty_ignored:
    'A field that always has a value was sent as `null` or `""`. It counts as not sent: an update leaves it, a creation gives it its default.',
  close_date_past: 'The job is active, but its `closeDate` is before today: nobody will see it.',
  amount_rounded:
    'The amount has the error of a computed number, such as 22.240000000000002 for 22.24. It is stored without.',
  auto_refresh_without_effect: '`autoRefresh` is stored, but the plan of the employer has no auto-refresh.',
} as const satisfies Record<string, string>;

/** Every rule that a request can break, by the code in `errors`. Sentences in Markdown. */
export const violations = {
  required: 'A field is missing that the job needs, or that another field of the request needs.',
  wrong_type: 'The value has another JSON type than the field.',
  malformed:
    'The value does not have the format of the field, parameter or header: a date, an address, a line of text.',
  not_allowed: 'The value is not one of those that the field or parameter allows.',
  empty: 'The text is empty.',
  too_long: 'The text has more characters than allowed.',
  too_few: 'The list has fewer entries than required.',
  too_many: 'The list has more entries than allowed.',
  too_small: 'The number is below the minimum.',
  too_large: 'The number is above the maximum.',
  too_many_decimals: 'The amount has more than four decimals.',
  repeated: 'The query parameter is given more than once.',
  blank: 'The description has no text once markup that is not allowed is removed.',
  below_amount: '`salary.maxAmount` is below `salary.amount`.',
  location_required: 'The description of the location is blank.',
  location_format: 'The description of the location is neither `City` nor `City, PR`.',
  location_province_unknown: 'What follows the comma is not a Canadian province or territory.',
  location_not_found: 'No Canadian place of this name is known.',
  location_wrong_province: 'The place is in another province.',
  location_ambiguous: 'Several places have this name: the province code is needed.',
  location_province_required:
    'Only neighbourhoods have this name, and a neighbourhood needs its province code.',
  ...warnings,
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof warnings;
export type ViolationCode = keyof typeof violations;
