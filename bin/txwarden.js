#!/usr/bin/env node
// Runs under any Node that knows ES modules, so that an old one hears what is wrong instead of a syntax error.
import { enforceNodeFloor, openCompileCache } from './launch.js'

if (enforceNodeFloor()) {
  await openCompileCache()
  const { runProcess } = await import('../dist/main.js')
  await runProcess()
}
