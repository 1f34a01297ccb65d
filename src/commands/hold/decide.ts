import type { Hold } from '../../api/schemas/hold.ts'
import { actorText } from '../../api/text/key-name.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { one, text } from '../../cli/options.ts'
import { distanceText } from '../../cli/output/time.ts'
import { asksToConfirm, confirmChange } from '../../cli/prompts/confirm.ts'
import { refusal, WardenError } from '../../shared/errors.ts'
import { callAdditionById } from '../steps/addition.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { decidableHolds, holds, readHold } from './resource.ts'

interface Decision extends Pick<Command, 'summary' | 'description'> {
  readonly operation: 'approveHold' | 'rejectHold'
  /** `Approve`, `Approved`. */
  readonly ask: string
  readonly done: string
  /** A reason for the example. */
  readonly because: string
  /** What follows from it. */
  effect(reason: string | undefined): string
}

export const holdApprove = defineDecision({
  operation: 'approveHold',
  ask: 'Approve',
  done: 'Approved',
  summary: 'Approve a hold: it passes once',
  description:
    'The sender has to send it again within 15 minutes. The approval is for this content, and for its risk with no worse verdict and no higher score. The requester cannot approve its own hold: on a remote profile the management key decides, on a local one the proxy has to run with --self-approve.',
  because: 'invoice 17',
  effect: () => 'The sender has to send it again within 15 minutes; it passes once.',
})

export const holdReject = defineDecision({
  operation: 'rejectHold',
  ask: 'Reject',
  done: 'Rejected',
  summary: 'Reject a hold: it is refused for 24 hours',
  description:
    'Also withdraws an approval that is not used yet. The sender gets the reason. A signed transaction stays valid: anyone who has its bytes can send it another way.',
  because: 'unknown payee',
  effect: (reason) =>
    `The same is refused for 24 hours${reason === undefined ? '' : ', and the sender gets the reason'}.`,
})

function defineDecision({ operation, ask, done, because, effect: effectOf, ...words }: Decision): Command {
  const name = `hold ${ask.toLowerCase()}`
  return defineCommand({
    name,
    ...words,
    arguments: { id: one('id of the hold') },
    options: { reason: text('text', 'why; kept with the hold and in the audit log') },
    examples: [
      { command: `txwarden ${name} <id>` },
      { command: `txwarden ${name} <id> --reason '${because}' --yes`, note: 'in a script' },
    ],
    async run(context, { id, reason }) {
      const effect = effectOf(reason)
      const holdId = await idOfThing(context, decidableHolds, id)
      const read = () => readHold(context, decidableHolds, 'getHold', holdId)
      const what = asksToConfirm(context) ? ` (${decidableHolds.describe(await read())})` : ''
      await confirmChange(context, `${ask} hold ${holdId}${what}? ${effect} (${context.where()})`)
      const decided = callAdditionById(context, decidableHolds, (client) =>
        client.call(operation, { params: { holdId }, body: { reason } }),
      )
      const hold = await decided.catch(async (error: unknown) => {
        if (!(error instanceof WardenError) || error.status !== 409) throw error
        throw notHeld(await read(), context.clock.now()) ?? error
      })
      if (!context.out.isForPeople) await context.note(effect)
      await context.out.done(hold, holds.view, `${done} hold ${holdId} (${context.where()}). ${effect}`)
      return undefined
    },
  })
}

type Step = Pick<ConstructorParameters<typeof WardenError>[0], 'try'> & {
  readonly is: string
  readonly details: readonly string[]
}

/** The refusal to decide what waits for no decision: who decided, and what comes next. Undefined: it waits. */
function notHeld(hold: Hold, now: number): WardenError | undefined {
  const { id, decidedBy, decidedAt } = hold
  const step = steps[hold.state]?.(hold, now)
  if (!step) return undefined
  const by =
    decidedBy === undefined
      ? ''
      : ` (decided by ${actorText(decidedBy, hold.decidedByName)} ${distanceText(decidedAt, now)})`
  return refusal('hold-not-held', `hold ${id} ${step.is}${by}`, { status: 409, details: step.details, try: step.try })
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
