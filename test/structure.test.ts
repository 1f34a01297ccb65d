import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mutualFolders, rooms, SHARED } from './support/rooms.ts'

/** The service's only entrance. These load it with `await import()`; types of it may be used there and in commands. */
const ENTRANCE = 'src/service/index.ts'
const openers = [
  'src/client/transports/local.ts',
  'src/cli/context/local-service.ts',
  'src/cli/context/context.ts',
  'src/cli/context/open-transport.ts',
]

/** Packages that only one room may load. */
const packageRooms: Readonly<Record<string, readonly string[]>> = {
  kysely: ['src/service/store'],
  pg: ['src/service/store/postgres'],
  // Its lock goes with the process that holds it, which no file of ours does.
  'node:sqlite': ['src/service/store', 'src/service/administration', 'src/shared/files/exclusive-file.ts'],
  commander: ['src/cli/program/program.ts'],
  '@inquirer/prompts': ['src/cli/prompts/prompts.ts'],
  chalk: ['src/cli/output/paint.ts'],
  conf: ['src/config/profiles/profile-store.ts'],
}

interface Import {
  readonly from: string
  readonly to: string
  /** A package or a built-in; otherwise `to` is a file of ours. */
  readonly isPackage: boolean
  readonly isDynamic: boolean
  readonly isType: boolean
}

const files = globSync('src/**/*.ts').map((path) => path.replaceAll('\\', '/'))
const imports = files.flatMap(readImports)

function readImports(from: string): Import[] {
  const source = readFileSync(from, 'utf8')
  const found = [
    ...source.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm),
    ...source.matchAll(/\bimport\((')([^'"]+)['"]\)/g),
  ]
  return found.map((match) => {
    const [, marker, specifier = ''] = match
    const isPackage = !specifier.startsWith('.')
    return {
      from,
      to: isPackage ? specifier : normalize(join(dirname(from), specifier)).replaceAll('\\', '/'),
      isPackage,
      isDynamic: marker === "'",
      isType: marker?.startsWith('type') ?? false,
    }
  })
}

/** Without comments. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

function roomOf(path: string): string {
  const room = Object.keys(rooms)
    .filter((name) => path === name || path.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0]
  if (room === undefined) throw new Error(`${path} belongs to no room`)
  return room
}

function isInside(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`)
}

/** Files that import one another, directly or through others; what is loaded on demand counts as well. */
function circles(): string[] {
  const importsOf = new Map(
    files.map((path) => [
      path,
      imports.filter(({ from, isPackage }) => from === path && !isPackage).map(({ to }) => to),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of files) visit(path, [])
  return found
}

const shown = (offenders: readonly Import[]) => offenders.map(({ from, to }) => `${from} → ${to}`)

describe('the structure of src', () => {
  test('imports only run along its arrows', () => {
    const offenders = imports.filter(({ from, to, isPackage, isDynamic, isType }) => {
      if (isPackage || to === 'package.json' || isInside(to, 'data')) return false
      // Types pass everywhere: they are gone when the program runs.
      if (to === ENTRANCE && (openers.includes(from) || (isType && isInside(from, 'src/commands'))))
        return !(isDynamic || isType)
      const room = roomOf(from)
      return ![room, SHARED, ...(rooms[room] ?? [])].some((allowed) => isInside(to, allowed))
    })
    expect(shown(offenders)).toEqual([])
  })

  test('every folder of the service has its place in the order', () => {
    const folders = files
      .filter((path) => isInside(path, 'src/service') && dirname(path) !== 'src/service')
      .filter((path) => roomOf(path) === 'src/service')
    expect(folders).toEqual([])
  })

  test('no circles, not even of types', () => {
    expect(circles()).toEqual([])
  })

  test('no two folders import each other, besides those that are listed', () => {
    const pairs = imports.filter(({ isPackage }) => !isPackage).map(({ from, to }) => `${dirname(from)} ${dirname(to)}`)
    const arrows = new Set(pairs)
    const mutual = [...arrows].filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' ')
      return from < to && arrows.has(`${to} ${from}`)
    })
    const listed = Object.entries(mutualFolders).flatMap(([from, others]) => others.map((to) => `${from} ${to}`))
    expect(mutual.sort()).toEqual(listed.sort())
  })

  test('the service is opened in two places only, and never at import time', () => {
    const outside = imports.filter(({ from, to }) => isInside(to, 'src/service') && !isInside(from, 'src/service'))
    expect(new Set(outside.filter((each) => each.isDynamic).map((each) => each.from))).toEqual(
      new Set(['src/client/transports/local.ts', 'src/cli/context/local-service.ts']),
    )
  })

  test('each of these packages is loaded in one room', () => {
    const offenders = imports.filter(({ from, to, isType }) => {
      if (isType) return false
      const home = Object.entries(packageRooms).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1]
      return home && !home.some((room) => isInside(from, room))
    })
    expect(shown(offenders)).toEqual([])
  })

  test('the risk engine and what it stands on are pure: no database, no files, no network, no clock', () => {
    const pure = files.filter((path) => isInside(path, 'src/service/risk') || isInside(path, 'src/service/evm'))
    const offenders = pure.filter((path) =>
      /from 'node:|Date\.now|new Date\(|Math\.random|fetch\(/.test(readFileSync(path, 'utf8')),
    )
    expect(pure.length).toBeGreaterThan(5)
    expect(offenders).toEqual([])
  })

  test('the evm room needs the library of the EVM and nothing else', () => {
    const packages = imports.filter(({ from, isPackage }) => isPackage && isInside(from, 'src/service/evm'))
    expect(packages.filter(({ to }) => !to.startsWith('ox/'))).toEqual([])
  })

  test('only main knows the process: its arguments, environment, streams and end', () => {
    const offenders = files.filter(
      (path) => path !== 'src/main.ts' && /process\.(exit|env|argv|stdin|stdout|stderr|on\()/.test(codeOf(path)),
    )
    expect(offenders).toEqual([])
  })

  test('the time comes from the clock that is passed in; only files that outlive processes are aged by the system clock', () => {
    const readers = files.filter((path) => /\bDate\.now\b|new Date\(\)/.test(codeOf(path)))
    expect(readers).toEqual(['src/shared/time/clock.ts'])
    const system = files.filter((path) => /\bsystemClock\b/.test(codeOf(path))).sort()
    // A thread cannot be passed a clock.
    const thread = 'src/service/chain/blocks/block-worker.ts'
    expect(system).toEqual([
      'src/cli/bulk/ledger.ts',
      'src/main.ts',
      thread,
      'src/shared/files/whole-file.ts',
      'src/shared/time/clock.ts',
    ])
  })

  test('reading a command line loads nothing heavy: no schemas, no files, no network, no store', () => {
    const loaded = new Set<string>()
    const packages = new Set<string>()
    const load = (path: string) => {
      if (loaded.has(path)) return
      loaded.add(path)
      for (const { to, isPackage, isDynamic, isType } of imports.filter(({ from }) => from === path)) {
        if (isDynamic || isType || to === 'package.json') continue
        // The three that commander itself takes in any case.
        if (['node:path', 'node:events', 'node:util'].includes(to)) continue
        if (isPackage) packages.add(`${path} → ${to}`)
        else load(to)
      }
    }
    load('src/main.ts')
    // Printing the version loads none.
    expect([...packages]).toEqual([])
    load('src/cli/program/program.ts')
    load('src/commands/index.ts')
    expect([...packages]).toEqual(['src/cli/program/program.ts → commander'])
  })

  test('the root of a room holds at most eight files', () => {
    const loose = Map.groupBy(
      files.filter((path) => dirname(path) === roomOf(path)),
      roomOf,
    )
    // One importer a file, as there is one rule a file in the folder of the detectors.
    loose.delete('src/service/intel/formats')
    const full = [...loose].filter(([, paths]) => paths.length > 8).map(([room, paths]) => `${room}: ${paths.length}`)
    expect(full).toEqual([])
  })

  test('no file is so long that it does two jobs', () => {
    const long = files
      .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 400)
    expect(long).toEqual([])
  })
})
