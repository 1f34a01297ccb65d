import type { Client } from '../../client/client.ts'
import type { DoctorSubject } from './subject.ts'

/** A check for one kind of problem. */
export interface Check {
  /** Name in the report. */
  readonly name: string
  /** Empty when the check does not apply. A thrown WardenError becomes a failure with its message. */
  look(subject: DoctorSubject): Promise<readonly CheckVerdict[]>
}

/** One that asks the service of this machine. It does not apply where that cannot be used. */
export function ofLocalService(
  name: string,
  look: (client: Client, subject: DoctorSubject) => Promise<readonly CheckVerdict[]>,
): Check {
  return {
    name,
    look: async (subject) => ((await subject.isUsable()) ? look(await subject.client(), subject) : []),
  }
}

export type Level = 'pass' | 'warn' | 'fail'

/** The result of one check. */
export interface CheckVerdict {
  readonly level: Level
  /** A clause. Never a secret. */
  readonly text: string
  /** A command that fixes it or shows more; placeholders are in angle brackets. */
  readonly try?: string
  /** The origin that does not answer. */
  readonly unreachable?: string
}

export function pass(text: string): CheckVerdict {
  return { level: 'pass', text }
}

export function warn(text: string, next: string): CheckVerdict {
  return { level: 'warn', text, try: next }
}

export function fail(text: string, next: string): CheckVerdict {
  return { level: 'fail', text, try: next }
}
