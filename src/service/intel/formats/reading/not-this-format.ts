import { WardenError } from '../../../../shared/errors.ts'

/** A file that is as a whole not what was said: nothing of it is imported. `fault` is a clause: "it is not JSON". */
export function notThisFormat(fault: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'not-this-format',
    message: `this is not what the format says: ${fault}`,
    details: ['Nothing was imported; what was there before is still in force.'],
    try: 'txwarden intel import --help',
  })
}
