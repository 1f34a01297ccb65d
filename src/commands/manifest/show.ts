import type { Context } from '../../cli/context/context.ts'
import { type Paint, paintFor } from '../../cli/output/paint.ts'
import { safeText } from '../../cli/output/terminal-text.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import type { MemberChange } from './compare.ts'
import type { ManifestPlan, PlanAction, PlanStep } from './plan.ts'

/** A step for display, without plain secrets. */
export interface ShownStep {
  readonly action: PlanAction
  readonly kind: string
  readonly name: string
  readonly id: string | null
  readonly members: readonly MemberChange[]
}

export interface DiffReport {
  readonly drift: boolean
  readonly content: readonly ShownStep[]
  readonly summary: Readonly<Record<PlanAction | 'unchanged', number>>
  /** Secrets that count as unchanged because the mask of the service matches. */
  readonly uncompared: readonly { readonly kind: string; readonly name: string; readonly members: readonly string[] }[]
}

export function diffReport({ steps, unchanged, uncompared }: ManifestPlan): DiffReport {
  const count = (action: PlanAction) => steps.filter((step) => step.action === action).length
  return {
    drift: steps.length > 0,
    content: steps.map(shownStep),
    summary: { create: count('create'), update: count('update'), delete: count('delete'), unchanged },
    uncompared: uncompared.map(({ kind, identity, members }) => ({ kind, name: identity, members })),
  }
}

export function shownStep({ action, kind, identity, id, changes }: PlanStep): ShownStep {
  return { action, kind, name: identity, id: id ?? null, members: changes }
}

export const stepView: View<ShownStep> = {
  columns: [
    ...plainColumns('action', 'kind', 'name'),
    { field: 'members', header: 'MEMBERS', value: ({ members }) => members.map(({ member }) => member).join(',') },
  ],
}

/** Prints the plan as the output of a command. */
export async function printPreview(context: Context, plan: ManifestPlan): Promise<void> {
  const report = diffReport(plan)
  const card = (_: DiffReport, paint: Paint) => diffText(report, paint, context.where())
  await context.out.list(report, report.content, stepView, { empty: '', card })
}

function diffText(report: DiffReport, paint: Paint, where: string): string {
  const blocks = report.content.map((step) => stepText(step, paint))
  return `${[...blocks, summaryText(report, where)].join('\n')}\n`
}

/** Prints the plan on stderr, before a prompt. */
export async function previewOnStderr(context: Context, report: DiffReport): Promise<void> {
  const { stderr } = context.io
  const paint = await paintFor(stderr, context.env, context.globals.color)
  await stderr.write(diffText(report, paint, context.where()))
}

const marks: Readonly<Record<PlanAction, string>> = { create: '+', update: '~', delete: '-' }

function stepText({ action, kind, name, members }: ShownStep, paint: Paint): string {
  const colour = { create: paint.good, update: paint.warn, delete: paint.bad }[action]
  const head = `${colour(marks[action])} ${safeText(kind)} ${paint.bold(safeText(name))}`
  const width = Math.max(0, ...members.map(({ member }) => member.length))
  return [
    head,
    ...members.map(
      (change) => `    ${paint.dim(safeText(change.member.padEnd(width)))}  ${changeText(change, action, paint)}`,
    ),
  ].join('\n')
}

function changeText({ member, from, to, secret, sentAgain }: MemberChange, action: PlanAction, paint: Paint): string {
  if (action === 'create') return valueText(member, to)
  if (action === 'delete') return valueText(member, from)
  if (sentAgain) return paint.good(`${valueText(member, to)} (sent again)`)
  const next = secret && to !== null ? `${valueText(member, to)} (different secret)` : valueText(member, to)
  return `${paint.bad(valueText(member, from))} → ${paint.good(next)}`
}

function valueText(member: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (!Array.isArray(value)) return safeText(textOf(value))
  if (value.length > 0) return safeText(value.map(textOf).join(', '))
  return member === 'chainIds' ? 'every chain' : 'none'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function noChangesText(unchanged: number, where: string): string {
  return `No changes: ${unchanged} objects match the manifest (${where})`
}

function summaryText({ summary, drift }: DiffReport, where: string): string {
  if (!drift) return noChangesText(summary.unchanged, where)
  const parts = [
    summary.create > 0 ? `${summary.create} to create` : '',
    summary.update > 0 ? `${summary.update} to change` : '',
    summary.delete > 0 ? `${summary.delete} to delete` : '',
    `${summary.unchanged} unchanged`,
  ]
  return `\n${parts.filter((part) => part !== '').join(', ')} (${where})`
}
