import { refusal, type WardenError } from '../../../../shared/errors.ts'

/** @param fault a phrase, such as "not a YAML list" */
export function notThisFormat(fault: string): WardenError {
  return refusal('not-this-format', `wrong format: ${fault}`, {
    details: ['Nothing was imported; the previous snapshot stays active.'],
  })
}
