import { defineConfig } from 'rolldown'

/**
 * The program of the published package and of the image, with what it imports: Node opens some
 * thirty files at a start instead of 1,500, and strips no types. The checkout runs the sources.
 */
export default defineConfig({
  input: 'src/cli.ts',
  platform: 'node',
  // Loaded where a setting or a command asks for them, from the packages that npm installs.
  external: [/^@simplewebauthn\//, /^@opentelemetry\/(?!api)/, 'openid-client', 'undici'],
  resolve: { mainFields: ['module', 'main'] },
  output: {
    dir: 'dist',
    cleanDir: true,
    comments: { legal: true, jsdoc: false },
    // As deep as a room of src/: what a file names relative to itself is found from there, too.
    chunkFileNames: 'chunks/[name].js',
  },
})
