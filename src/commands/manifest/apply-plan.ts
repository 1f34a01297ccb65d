import { Progress } from '../../cli/bulk/progress.ts'
import type { Context } from '../../cli/context/context.ts'
import type { View } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { usageError } from '../../cli/usage.ts'
import { WardenError } from '../../shared/errors.ts'
import { carryOut } from './carry-out.ts'
import type { Loaded } from './load.ts'
import type { Step } from './plan.ts'
import { diffReport, previewOnStderr, type ShownStep, shownStep, stepView } from './show.ts'

type Status = 'done' | 'failed' | 'not-done'

interface AppliedStep extends ShownStep {
  readonly status: Status
}

/** What became of each step. */
export interface Applied {
  readonly done: readonly { readonly step: Step; readonly id: string }[]
  readonly error: WardenError | undefined
}

interface Confirming {
  /** Most deletions that --yes is enough for. */
  readonly pruneLimit: number
  /** Flags that `diff` and `apply` share, as they were typed. */
  readonly words: string
  /** Those of `apply` alone, each with a space before it. */
  readonly more: string
}

/** Shows what is about to happen and asks; more deletions than the limit need more than a yes. */
export async function confirmPlan(
  context: Context,
  { plan }: Loaded,
  { pruneLimit, words, more }: Confirming,
): Promise<void> {
  const report = diffReport(plan)
  const { delete: deletions } = report.summary
  const count = plan.steps.length
  if (deletions > pruneLimit && (context.globals.yes || !context.canAsk))
    throw usageError(`--prune would delete ${deletions} objects, and ${pruneLimit} is the most without being asked`, {
      details: [`Then allow it: txwarden apply ${words}${more} --prune-limit ${deletions} --yes`],
      try: `txwarden diff ${words}`,
    })
  if (context.canAsk && !context.globals.yes) await previewOnStderr(context, report)
  await confirmChange(context, `Make ${count === 1 ? 'this change' : `these ${count} changes`} in ${context.where()}?`)
  await context.allowChange()
  if (deletions > pruneLimit) await confirmChange(context, `${deletions} of them delete something. Really?`)
}

/** Step by step, in order; the first that fails ends it. */
export async function applyPlan(context: Context, { plan, existing }: Loaded): Promise<Applied> {
  const client = await context.client()
  const destinations = new Map(
    existing.filter(({ kind }) => kind === 'destination').map(({ identity, id }) => [identity, id]),
  )
  const done: { step: Step; id: string }[] = []
  const progress = new Progress(context.io.stderr, context.globals.quiet === true)
  for (const step of plan.steps) {
    try {
      context.signal.throwIfAborted()
      done.push({ step, id: await carryOut(client, step, destinations) })
      await progress.show('made', done.length, done.length / plan.steps.length, 'changes')
    } catch (error) {
      await progress.clear()
      return { done, error: failure(context, error) }
    }
  }
  await progress.clear()
  return { done, error: undefined }
}

function failure(context: Context, error: unknown): WardenError {
  if (context.signal.aborted)
    return new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted', cause: error })
  if (error instanceof WardenError) return error
  throw error
}

/** Says what was done and, where it ended early, what not and how to go on. Throws then. */
export async function reportApplied(context: Context, { plan }: Loaded, applied: Applied, next: string): Promise<void> {
  const { error } = applied
  // Nothing was done: its own error says it all.
  if (error && applied.done.length === 0) throw error
  const steps = plan.steps.map((step, index): AppliedStep => {
    const made = applied.done[index]
    const status = made ? 'done' : index === applied.done.length ? 'failed' : 'not-done'
    return { ...shownStep(step), id: made?.id ?? step.id ?? null, status }
  })
  const body = { changes: steps, summary: summaryOf(steps, plan.unchanged) }
  if (context.out.isForPeople)
    await context.out.record(body, { columns: [] }, () => doneText(steps, plan.unchanged, context.where()))
  else await context.out.list(body, steps, appliedView, { empty: '', withRows: (rows) => ({ ...body, changes: rows }) })
  if (!error) return
  const [failed, ...rest] = steps.slice(applied.done.length)
  throw new WardenError({
    kind: error.kind === 'interrupted' ? 'interrupted' : 'partial',
    code: error.kind === 'interrupted' ? 'interrupted' : 'partial-failure',
    message: `${applied.done.length} of ${steps.length} changes were made, then ${nameOf(failed)} failed: ${error.message}`,
    details: [
      ...error.details,
      ...rest.slice(0, 20).map((step) => `not done: ${nameOf(step)}`),
      ...(rest.length > 20 ? [`not done: ${rest.length - 20} more`] : []),
    ],
    try: next,
    cause: error,
  })
}

const appliedView: View<AppliedStep> = {
  columns: [{ field: 'status', header: 'STATUS' }, ...stepView.columns, { field: 'id', header: 'ID' }],
}

const verbs = { create: 'Created', update: 'Changed', delete: 'Deleted' } as const

function doneText(steps: readonly AppliedStep[], unchanged: number, where: string): string {
  const done = steps.filter(({ status }) => status === 'done')
  const lines = done.map((step) => `✓ ${verbs[step.action]} ${step.kind} ${step.name}`)
  if (steps.length === 0) return `Nothing to change: ${unchanged} as in the manifest (${where})\n`
  return `${[...lines, `${done.length} of ${steps.length} changes made, ${unchanged} unchanged (${where})`].join('\n')}\n`
}

function summaryOf(steps: readonly AppliedStep[], unchanged: number) {
  const count = (wanted: (step: AppliedStep) => boolean) => steps.filter(wanted).length
  const isDone = ({ status }: AppliedStep) => status === 'done'
  return {
    created: count((step) => isDone(step) && step.action === 'create'),
    updated: count((step) => isDone(step) && step.action === 'update'),
    deleted: count((step) => isDone(step) && step.action === 'delete'),
    unchanged,
    failed: count(({ status }) => status === 'failed'),
    notDone: count(({ status }) => status === 'not-done'),
  }
}

function nameOf(step: ShownStep | undefined): string {
  return step ? `${step.action} ${step.kind} ${step.name}` : ''
}
