import { lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { safeOutput } from '../../cli/output/terminal-text.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'
import { type CurrentObject, readCurrent } from './current.ts'
import { type ExportedObject, exportedObjects, yamlText } from './exported.ts'
import { kinds, type ManifestKind, pluralOf } from './kinds.ts'
import { readSource } from './sources.ts'
import { updatedText } from './update-text.ts'

export interface ExportTarget {
  /** When absent, every kind is exported. */
  readonly kinds: readonly ManifestKind[] | undefined
  readonly dir: string | undefined
  readonly out: string | undefined
}

/** Prints the objects of the service, or writes them to files. */
export async function writeExport(
  context: Context,
  { kinds: selected = kinds, dir, out }: ExportTarget,
): Promise<void> {
  const current = await readCurrent(context, new Set())
  await noteAmbiguousNames(context, current)
  const exported = exportedObjects(current)
  const objectsOf = (kind: ManifestKind) => current.filter((each) => each.kind === kind).map(exported)
  if (dir === undefined && out === undefined) return printObjects(context, selected.flatMap(objectsOf))
  const files =
    out === undefined
      ? selected.map((kind) => ({ file: join(dir ?? '', `${pluralOf(kind)}.yaml`), objects: objectsOf(kind) }))
      : [{ file: out, objects: selected.flatMap(objectsOf) }]
  const names = files.map(({ file }) => file).join(', ')
  if (await previewLocalChange(context, `write ${names}`, null)) return
  const overwritten = files.map(({ file }) => file).filter(isReplaced)
  if (overwritten.length > 0) await confirmChange(context, `Replace ${overwritten.join(', ')}?`)
  if (dir !== undefined) makeFolder(dir)
  for (const { file, objects } of files)
    if (isStream(file)) writeFileSync(file, yamlText(objects))
    else writeWhole(file, yamlText(objects), { replace: overwritten.includes(file) })
  await context.out.rows(
    files.map(({ file, objects }) => ({ file, objects: objects.length })),
    { columns: plainColumns('file', 'objects') },
  )
  await noteVariables(
    context,
    files.flatMap(({ objects }) => objects),
  )
}

/** Updates a manifest to the current objects of the service. */
export async function updateFile(
  context: Context,
  file: string,
  selected: readonly ManifestKind[] | undefined,
): Promise<void> {
  const source = await readSource(context, file)
  const current = await readCurrent(context, new Set())
  await noteAmbiguousNames(context, current)
  const { text, ...counts } = updatedText({
    source,
    current,
    exported: exportedObjects(current),
    kinds: selected,
    lenient: context.isRemote(),
  })
  const what = `${counts.changed} changed, ${counts.added} added, ${counts.removed} removed`
  if (await previewLocalChange(context, `update ${file}: ${what}`, null)) return
  if (text !== source.text) updateInPlace(file, text)
  await context.out.done(
    { file, ...counts },
    { columns: plainColumns('file', 'changed', 'added', 'removed') },
    `${file}: ${what} (${context.where()})`,
  )
}

async function printObjects(context: Context, objects: readonly ExportedObject[]): Promise<void> {
  if (context.out.isJson) return context.out.document(objects)
  const text = yamlText(objects)
  if (text === '') return context.note(`Nothing to export in ${context.where()}.`)
  await context.out.text(context.io.stdout.isTTY ? safeOutput(text) : text)
  await noteVariables(context, objects)
}

/** A file or a link: its name is taken. Nothing is lost in a terminal, a pipe or /dev/null. */
function isReplaced(file: string): boolean {
  return !isStream(file) && lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

/** A pipe, a device, or an open file, which the system provides as a link. */
function isStream(file: string): boolean {
  if (/^\/dev\/(?:stdout|stderr|fd\/\d+)$/.test(file)) return true
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()
}

/** The file belongs to the user: it keeps its mode, and a link to it stays. */
function updateInPlace(file: string, text: string): void {
  const real = realpathSync(file)
  writeWhole(real, text, { replace: true, mode: statSync(real).mode & 0o777 })
}

async function noteVariables(context: Context, objects: readonly ExportedObject[]): Promise<void> {
  const names = [...new Set(JSON.stringify(objects).match(/(?<!\$)\$\{TXWARDEN_SECRET_\w+\}/g) ?? [])]
  if (names.length > 0)
    await context.note(
      `Secrets are not exported. Before apply, set ${names.map((name) => name.slice(2, -1)).join(', ')}.`,
    )
}

async function noteAmbiguousNames(context: Context, current: readonly CurrentObject[]): Promise<void> {
  const named = current.filter(({ kind }) => kind !== 'control-list')
  for (const [name, { length }] of Map.groupBy(named, ({ kind, identity }) => `${kind} ${identity}`))
    if (length > 1) await context.note(`! ${length} objects are ${name}: apply fails until their names differ.`)
}
