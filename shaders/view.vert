// SPDX-License-Identifier: Apache-2.0
// One triangle that covers the viewport; its corners come from their number, so no vertex buffer is needed.
void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
