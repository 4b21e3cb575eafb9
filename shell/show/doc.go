// Package show prints for people and programs: results as tables, CSV or JSON
// ([Format]), a server's errors as psql prints them ([Error]), and text of
// strangers so that a terminal does not obey it ([Visible]).
package show
