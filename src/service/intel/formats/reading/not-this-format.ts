import { WardenError } from '../../../../shared/errors.ts'

/** @param fault a phrase, such as "not a YAML list" */
export function notThisFormat(fault: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'not-this-format',
    message: `wrong format: ${fault}`,
    details: ['Nothing was imported; the previous snapshot stays active.'],
  })
}
