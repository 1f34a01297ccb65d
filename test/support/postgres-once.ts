import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** One server per run. Tests of durability start their own server. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres()
  project.provide('postgres', server.url)
  return () => server.stop()
}
