import type { Hold } from '../../api/schemas/hold.ts'
import { actorText } from '../../api/text/key-name.ts'
import { distanceText } from '../../cli/output/time.ts'
import { WardenError } from '../../shared/errors.ts'

type Step = Pick<ConstructorParameters<typeof WardenError>[0], 'try'> & {
  readonly is: string
  readonly details: readonly string[]
}

/** The refusal to decide what waits for no decision: who decided, and what comes next. Undefined: it waits. */
export function notHeld(hold: Hold, now: number): WardenError | undefined {
  const { id, decidedBy, decidedAt } = hold
  const step = steps[hold.state]?.(hold, now)
  if (!step) return undefined
  const by =
    decidedBy === undefined
      ? ''
      : ` (decided by ${actorText(decidedBy, hold.decidedByName)} ${distanceText(decidedAt, now)})`
  return new WardenError({
    ...{ kind: 'refused', code: 'hold-not-held', status: 409 },
    message: `hold ${id} ${step.is}${by}`,
    details: step.details,
    ...(step.try !== undefined && { try: step.try }),
  })
}

/** Absent: it can be decided, or a newer service has a state that is not known here. */
const steps: Readonly<Partial<Record<Hold['state'], (hold: Hold, now: number) => Step>>> = {
  approved: ({ id, expiresAt }, now) => ({
    is: 'is approved already',
    details: [`It passes once when the sender sends it again; the approval expires ${distanceText(expiresAt, now)}.`],
    try: `txwarden hold show ${id}`,
  }),
  rejected: ({ reason, expiresAt }, now) => ({
    is: 'is rejected already',
    details: [
      ...(reason === undefined ? [] : [`The reason was: ${reason}`]),
      `The rejection expires ${distanceText(expiresAt, now)}; the same is held again only after that.`,
    ],
  }),
  expired: ({ expiresAt }, now) => ({
    is: `expired ${distanceText(expiresAt, now)}`,
    details: ['It is held again when the sender sends it again.'],
  }),
  released: ({ id }) => ({
    is: 'is being sent',
    details: ['Its approval is used.'],
    try: `txwarden hold show ${id}`,
  }),
  forwarded: ({ id, transactionId }) => ({
    is: `was sent${transactionId === undefined ? '' : ` as ${transactionId}`}`,
    details: ['Its approval is used.'],
    try: `txwarden hold show ${id}`,
  }),
}
