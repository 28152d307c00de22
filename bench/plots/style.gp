# SPDX-License-Identifier: Apache-2.0
# How bench/plot's pictures look: dark on white; lines differ in dashes and marks, not in colour alone.
set encoding utf8
set print "-"
set terminal svg size 1000,560 font "Helvetica,18" enhanced background "white" linewidth 1.3
set border 3 linecolor rgb "#202020"
set tics nomirror out
set grid xtics ytics linecolor rgb "#d0d0d0" linetype 1 linewidth 0.5
set offsets graph 0.02, graph 0.02, graph 0.05, 0
set yrange [0:*]
set format y '%.1f'
set ylabel "speed; the copy's is 1"
set key outside right center vertical Left reverse noenhanced samplen 3.5 spacing 1.4
set style line 1 linecolor rgb "#00407a" dashtype 1 linewidth 2.4 pointtype 7 pointsize 0.9
set style line 2 linecolor rgb "#b03000" dashtype 2 linewidth 1.8 pointtype 4 pointsize 1.1
set style line 3 linecolor rgb "#006a4e" dashtype 4 linewidth 1.8 pointtype 8 pointsize 1.3
set style line 4 linecolor rgb "#6a3090" dashtype 5 linewidth 1.8 pointtype 12 pointsize 1.3
set style line 5 linecolor rgb "#7a5c00" dashtype 3 linewidth 1.8 pointtype 6 pointsize 1.1
set style line 6 linecolor rgb "#303030" dashtype "_.." linewidth 1.8 pointtype 2 pointsize 1.1
set style line 7 linecolor rgb "#a0004f" dashtype "-..." linewidth 1.8 pointtype 10 pointsize 1.3
set style line 8 linecolor rgb "#005f73" dashtype "__." linewidth 1.8 pointtype 5 pointsize 0.9
set style line 9 linecolor rgb "#4a4a00" dashtype "_-" linewidth 1.8 pointtype 13 pointsize 1.1
set style line 10 linecolor rgb "#800020" dashtype "._" linewidth 1.8 pointtype 9 pointsize 1.1
set style line 11 linecolor rgb "#004d40" dashtype "- _" linewidth 1.8 pointtype 11 pointsize 1.1
set style line 12 linecolor rgb "#3a3a8c" dashtype "..-" linewidth 1.8 pointtype 3 pointsize 1.1
set style line 100 linecolor rgb "#707070" dashtype 1 linewidth 1.6
