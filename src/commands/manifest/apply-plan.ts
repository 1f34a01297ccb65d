import { mapInOrder } from '../../cli/bulk/in-order.ts'
import { withProgress } from '../../cli/bulk/progress.ts'
import { defaultConcurrency } from '../../cli/bulk/run.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import type { View } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { interrupted, WardenError } from '../../shared/errors.ts'
import { growYoungHeap } from '../../shared/system/young-heap.ts'
import type { ApplyTarget } from '../steps/managed-kind.ts'
import { managedKinds } from './kinds.ts'
import { type LoadedPlan, serviceName } from './load.ts'
import { type Managed, writeManaged } from './managed-file.ts'
import type { PlanStep } from './plan.ts'
import { diffReport, noChangesText, previewOnStderr, type ShownStep, shownStep, stepView } from './show.ts'

type StepStatus = 'done' | 'failed' | 'not-done'

interface AppliedStep extends ShownStep {
  readonly status: StepStatus
}

/** The steps that were done, and the error that ended the run. */
export interface AppliedPlan {
  /** Ids of the objects. */
  readonly done: ReadonlyMap<PlanStep, string>
  /** The first step that failed; absent when all were done. */
  readonly failed?: { readonly step: PlanStep; readonly error: WardenError }
}

interface ConfirmOptions {
  /** Maximum deletions that --yes confirms. */
  readonly pruneLimit: number
  /** Flags shared by `diff` and `apply`, as typed. */
  readonly words: string
  /** Other flags of `apply`, each after a space. */
  readonly more: string
}

/** Shows the plan and asks for confirmation; more deletions than the limit need another one. */
export async function confirmPlan(
  context: Context,
  { plan }: LoadedPlan,
  { pruneLimit, words, more }: ConfirmOptions,
): Promise<void> {
  const report = diffReport(plan)
  const { delete: deletions } = report.summary
  const count = plan.steps.length
  if (deletions > pruneLimit && (context.globals.yes || !context.canAsk))
    throw usageError(`--prune would delete ${deletions} objects; the limit without a prompt is ${pruneLimit}`, {
      details: [`To allow it: txwarden apply ${words}${more} --prune-limit ${deletions} --yes`],
      try: `txwarden diff ${words}`,
    })
  if (context.canAsk && !context.globals.yes) await previewOnStderr(context, report)
  else await noteDeletions(context, plan.steps)
  await confirmChange(context, `Make ${count === 1 ? 'this change' : `these ${count} changes`} in ${context.where()}?`)
  await context.allowChange()
  if (deletions > pruneLimit) await confirmChange(context, `Delete ${deletions} objects?`)
}

/** Without a preview, stderr still names what is deleted. */
async function noteDeletions(context: Context, steps: readonly PlanStep[]): Promise<void> {
  for (const { kind, identity } of steps.filter(({ action }) => action === 'delete'))
    await context.note(`Deletes ${kind} ${identity}: the manifest does not have it any more.`)
}

/**
 * Does the steps in order, up to the first failure. Steps whose order does not matter run at once: those that run when one
 * of them fails still end.
 */
export async function applyPlan(context: Context, { plan, current }: LoadedPlan): Promise<AppliedPlan> {
  const target = {
    context,
    client: await context.client(),
    destinations: new Map(
      current.filter(({ kind }) => kind === 'destination').map(({ identity, id }) => [identity, id]),
    ),
  }
  const done = new Map<PlanStep, string>()
  let failed: AppliedPlan['failed']
  const apply = async (step: PlanStep) => {
    if (failed) return
    try {
      context.signal.throwIfAborted()
      done.set(step, await applyStep(target, step))
      if (step.kind === 'destination') target.destinations.set(step.identity, done.get(step) ?? '')
    } catch (error) {
      failed ??= { step, error: failure(context, error) }
    }
  }
  const most = defaultConcurrency(context)
  if (plan.steps.length > most) growYoungHeap()
  await withProgress(context, async (progress) => {
    for (const steps of independentSteps(plan.steps)) {
      const limits = { concurrency: steps.length > 1 ? most : 1, window: most * 8 }
      for await (const _ of mapInOrder(batchOf(steps), apply, limits))
        await progress.show('done', done.size, done.size / plan.steps.length, 'changes')
      if (failed) break
    }
  })
  return { done, ...(failed && { failed }) }
}

/** Returns the id of the object. */
async function applyStep(ofPlan: ApplyTarget, step: PlanStep): Promise<string> {
  const target = { ...ofPlan, fileDigest: step.fileDigest }
  const { action, kind, members, changes, stored = {}, id = '' } = step
  const { create, update, remove } = managedKinds[kind]
  if (action === 'create') return create(target, members)
  if (action === 'delete') await remove(target.client, id)
  else await update(target, { id, members, changed: new Set(changes.map(({ member }) => member)), stored })
  return id
}

/** Consecutive steps whose order does not matter: no entry or monitor refers to another, and a manifest has none that overlap. */
function independentSteps(steps: readonly PlanStep[]): PlanStep[][] {
  const groups: PlanStep[][] = []
  for (const step of steps) {
    const [last] = groups.at(-1) ?? []
    const isIndependent =
      (step.kind === 'monitor' || (step.kind === 'control-list' && step.action !== 'update')) &&
      last?.kind === step.kind &&
      last.action === step.action
    if (isIndependent) groups.at(-1)?.push(step)
    else groups.push([step])
  }
  return groups
}

async function* batchOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items
}

function failure(context: Context, error: unknown): WardenError {
  if (context.signal.aborted) return interrupted(error)
  if (error instanceof WardenError) return error
  throw error
}

/** Prints what was done. Throws after a failure, with the remaining steps and the command that continues. */
export async function reportApplied(
  context: Context,
  { plan }: LoadedPlan,
  applied: AppliedPlan,
  next: string,
): Promise<void> {
  const { done, failed } = applied
  if (failed && done.size === 0) throw failed.error
  const steps = plan.steps.map((step): AppliedStep => {
    const status = done.has(step) ? 'done' : step === failed?.step ? 'failed' : 'not-done'
    return { ...shownStep(step), id: done.get(step) ?? step.id ?? null, status }
  })
  const body = { content: steps, summary: summaryOf(steps, plan.unchanged) }
  if (context.out.isForPeople)
    await context.out.record(body, { columns: [] }, () => doneText(steps, plan.unchanged, context.where()))
  else if (steps.length === 0 && context.out.isColumnsOnly)
    await context.note(noChangesText(plan.unchanged, context.where()))
  else await context.out.list(body, steps, appliedView, { empty: '' })
  if (!failed) return
  const { error } = failed
  const rest = steps.filter(({ status }) => status === 'not-done')
  throw new WardenError({
    kind: error.kind === 'interrupted' ? 'interrupted' : 'partial',
    code: error.kind === 'interrupted' ? 'interrupted' : 'partial-failure',
    message: `${done.size} of ${steps.length} changes done, then ${nameOf(shownStep(failed.step))} failed: ${error.message}`,
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
  if (steps.length === 0) return `${noChangesText(unchanged, where)}\n`
  return `${[...lines, `${done.length} of ${steps.length} changes done, ${unchanged} unchanged (${where})`].join('\n')}\n`
}

function summaryOf(steps: readonly AppliedStep[], unchanged: number) {
  const count = (desired: (step: AppliedStep) => boolean) => steps.filter(desired).length
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

function nameOf(step: ShownStep): string {
  return `${step.action} ${step.kind} ${step.name}`
}

/** Records the managed objects: those of the manifest, and those that it had before and that still exist. */
export async function recordManaged(context: Context, loaded: LoadedPlan, { done }: AppliedPlan): Promise<void> {
  const { lockPath, plan, managed, current } = loaded
  if (lockPath === undefined) return
  const kept = new Map<string, Managed>()
  const keep = ({ kind, id, identity }: Managed) => kept.set(`${kind}\n${id}`, { kind, id, identity })
  const there = new Set(current.map(({ kind, id }) => `${kind}\n${id}`))
  for (const each of managed) if (there.has(`${each.kind}\n${each.id}`)) keep(each)
  for (const each of plan.matched) keep(each)
  for (const [step, id] of done)
    if (step.action === 'delete') kept.delete(`${step.kind}\n${id}`)
    else keep({ kind: step.kind, id, identity: step.identity })
  try {
    if (await writeManaged(lockPath, serviceName(context), [...kept.values()]))
      await context.note(`Wrote ${lockPath}, which lists what --prune may delete. Keep it next to the manifest.`)
  } catch (error) {
    // The changes are done; only --prune needs the file.
    await context.note(`! ${lockPath} was not written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
