import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
}

const packagesOf = (file: string) =>
  Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }).packages)
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
const pages = globSync(['*.md', 'docs/*.md', 'examples/**/*', 'action.yml', '.github/**/*.yml'], {
  exclude: ['CHANGELOG.md'],
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`)
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')

test.each(['package-lock.json', 'test/tools/package-lock.json'])('every package of %s has a checksum', (file) => {
  const without = packagesOf(file)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(without.map(([path]) => path)).toEqual([])
})

test('the Node of the scripts is a package with a checksum, and no package of the lock installs by a script but esbuild', () => {
  const interpreter = JSON.parse(readFileSync('scripts/interpreter/package.json', 'utf8'))
  const locked = new Map(packagesOf('package-lock.json'))
  for (const [name, version] of Object.entries(interpreter.optionalDependencies))
    expect(locked.get(`node_modules/${name}`)).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) })
  expect(Object.keys(manifest.allowScripts ?? {})).toEqual(['esbuild'])
})

/** Names that npm takes from the registry. Ours is not published, and a name that is not ours can become someone else's. */
test('no page or example installs a package that is not a dependency or a file', () => {
  const known = new Set([...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})])
  const installed = pages.flatMap((file) =>
    linesOf(file).flatMap((line) => {
      const [, words = ''] =
        /\b(?:npm (?:install|i|exec)|npx --package|pnpm add|yarn add)\b([^`#|&;]*)/.exec(line) ?? []
      return words
        .split(/\s+/)
        .filter((word) => /^[@a-z]/.test(word))
        .map((word) => [file, word.replace(/(?<=.)@.*$/, '')] as const)
    }),
  )
  expect(installed.filter(([, name]) => !known.has(name))).toEqual([])
})

test('what a page or example starts with npx is ours, or installed by this checkout', () => {
  const tools = JSON.parse(readFileSync('test/tools/package.json', 'utf8')) as Record<string, Record<string, string>>
  const installed = new Set(['txwarden', ...Object.keys({ ...manifest.devDependencies, ...tools.devDependencies })])
  const started = pages.flatMap((file) =>
    linesOf(file).flatMap((line) =>
      [...line.matchAll(/\bnpx ([@\w./-]+)/g)].map(([, name = '']) => [file, name] as const),
    ),
  )
  expect(started.length).toBeGreaterThan(10)
  expect(started.filter(([, name]) => !installed.has(name))).toEqual([])
})

test('every action is pinned to a commit', () => {
  const uses = pages.flatMap((file) => linesOf(file).flatMap((line) => /\buses:\s*(\S+)/.exec(line)?.[1] ?? []))
  expect(uses.length).toBeGreaterThan(4)
  const loose = uses.filter((action) => !/@(?:[0-9a-f]{40}|COMMIT|<commit>)$/.test(action) && !action.startsWith('./'))
  expect(loose).toEqual([])
})
