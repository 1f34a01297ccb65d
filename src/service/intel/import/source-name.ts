import { refusal } from '../../../shared/errors.ts'
import { BASELINE_SOURCE } from '../baseline-records.ts'

const LONGEST_NAME = 100

/** @throws WardenError `bad-source-name` */
export function checkName(name: string): string {
  const fault =
    name.trim() === '' || /[\p{C}\p{Zl}\p{Zp}<>"'`|\\[\]{}*]/u.test(name)
      ? 'is not a name'
      : name.length > LONGEST_NAME
        ? `is longer than ${LONGEST_NAME} characters`
        : name === BASELINE_SOURCE
          ? 'is reserved for the built-in records'
          : undefined
  if (fault === undefined) return name
  throw refusal('bad-source-name', `the source name ${JSON.stringify(name)} ${fault}`, {
    details: ['Choose another name with --source.'],
  })
}
