import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

/**
 * What a short command loads is bundled and split, so that it starts fast (devDependencies);
 * what only the server loads stays in node_modules (dependencies).
 */
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  external: [/^node:/, ...Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`))],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
})
