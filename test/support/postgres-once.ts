import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** One server a run: what waits for the disk is tested where it matters, with a server of its own. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres()
  project.provide('postgres', server.url)
  return () => server.stop()
}
