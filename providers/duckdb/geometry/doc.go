// Package geometry has PostgreSQL's geometric types: points, segments, boxes, paths, polygons, circles and lines, read and
// written as PostgreSQL does, and computed with in double precision in PostgreSQL's order of operations.
package geometry
