import { execFile } from 'node:child_process'
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { openApiDocument } from '../../src/api/openapi/openapi.ts'
import { startNodeOfContract } from '../contract/followed-node.ts'
import { needs, TOOLS } from '../support/needs.ts'
import { serveForTest } from '../support/served.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { test } = needs('redocly', 'spectral', 'openapi-typescript')
/** A compiler and two linters, on a busy machine (ms). */
const PATIENCE = 300_000
const fixture = (name: string) => fileURLToPath(new URL(`../tools/${name}`, import.meta.url))
const document = openApiDocument({ version: '1.2.3', servers: { validation: '/', management: '/' } })

/** A folder with the document. */
function folderWithDocument(): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  return folder
}

/** Runs one of the programs and returns what it prints; rejects when it fails. */
async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd,
    env: { HOME: cwd, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', ...env },
  })
  return stdout
}

const tool = (name: string) => join(TOOLS, name)

test(
  'redocly finds no error in the OpenAPI document',
  async () => {
    await run(folderWithDocument(), tool('redocly'), ['lint', 'openapi.json'])
  },
  PATIENCE,
)

test(
  'spectral finds no error in the OpenAPI document',
  async () => {
    const rules = ['--ruleset', fixture('spectral.yaml'), '--fail-severity', 'error']
    await run(folderWithDocument(), tool('spectral'), ['lint', 'openapi.json', ...rules])
  },
  PATIENCE,
)

test(
  'a client that is generated from the OpenAPI document calls every operation',
  async () => {
    const folder = folderWithDocument()
    symlinkSync(dirname(TOOLS), join(folder, 'node_modules'))
    copyFileSync(fixture('client.mts'), join(folder, 'client.mts'))
    // A default does not make a member of a request required.
    const options = ['--output', 'api.d.ts', '--default-non-nullable', 'false']
    await run(folder, tool('openapi-typescript'), ['openapi.json', ...options])
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2024', '--module', 'nodenext']
    await run(folder, tool('tsc'), [...strict, '--lib', 'es2024,dom', '--skipLibCheck', 'client.mts'])

    const node = await startNodeOfContract()
    onTestFinished(() => node.close())
    const { url, keys } = await serveForTest({ hasAdminApi: true, env: node.env })
    const { validation, management } = keys
    const called = await run(folder, join(folder, 'client.mjs'), [], {
      BASE_URL: url,
      VALIDATION_KEY: validation,
      MANAGEMENT_KEY: management,
    })
    const listed = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(JSON.parse(called)).toEqual(listed.sort())
  },
  PATIENCE,
)
